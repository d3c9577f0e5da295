import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { carts } from '#cart/contract.ts'
import { scheduleTwo, scheduleUnknown } from '#catalog/order-quantity.ts'
import { licenses } from '#compliance/licenses/contract.ts'
import { productImport } from '#imports/contract.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { orders } from '../contract.ts'
import { placing } from './testing-placement.ts'

const portal = await startTestPortal({ environment: { REQUIRE_LICENSE: '1' } })
const { db, call } = portal
const admin = await portal.addUser({ is_admin: true })
const { addProduct, codeFor, orderOf, stockOf, ordersOf } = placing(portal)

/** Benzhydrocodone and hydrocodone, which public lists have without a schedule. */
const opioids = [
  '10702-0340-01',
  '10702-0341-01',
  '10702-0342-01',
  '10702-0343-01',
  '10702-0344-01',
  '10702-0345-01',
  '70040-0145-01',
  '70040-0167-01',
  '70040-0189-01',
  '67296-0719-01',
]

const supplies = () => addProduct({ dispensing: '', price: 3 })
const place = async (as: TestUser, products: string[], headers: Record<string, string> = {}) => {
  const lines = products.map((_id) => ({ _id, quantity: 2 }))
  return call(orders.place, { body: orderOf(lines, await codeFor(as)), as, headers })
}
const jobsOf = async (id: string) => (await db.selectFrom('job').select('id').where('key', '=', id).execute()).length

describe('an order with lines on hold', () => {
  it('goes on without them, and they become an order of their own', async () => {
    const buyer = await portal.addUser()
    const [free, waiting] = [await supplies(), await addProduct()]
    await call(carts.change, {
      body: { lines: [free, waiting].map((_id) => ({ _id, quantity: 2 })) },
      as: buyer,
    })
    const { body: before } = await call(carts.read, { as: buyer })
    const { status, body } = await place(buyer, [waiting, free], { 'idempotency-key': before.orderKey ?? '' })
    assert.equal(status, 201)
    assert.equal(body.message, 'Order placed. 1 line is on hold in an order of its own.')
    const { order, onHold } = body
    assert.ok(onHold)
    assert.deepEqual(
      [order, onHold].map((each) => [each.handOver, each.totalPrice, each.orderItems.map(({ _id }) => _id)]),
      [
        ['waiting', 6, [free]],
        ['held', 20, [waiting]],
      ],
    )
    assert.deepEqual([order.splitOff, onHold.splitFrom], [onHold._id, order._id])
    assert.deepEqual([await stockOf(free), await stockOf(waiting)], [98, 98])
    assert.deepEqual([await jobsOf(order._id), await jobsOf(onHold._id)], [1, 0])
    assert.deepEqual((await call(carts.read, { as: buyer })).body.lines, [])
    const mails = await db
      .selectFrom('mail')
      .select('subject')
      .where('recipient', '=', buyer.email)
      .where('subject', 'like', 'We received%')
      .execute()
    assert.deepEqual(mails.map(({ subject }) => subject).toSorted(), [
      'We received your order',
      'We received your order: it is on hold',
    ])
  })

  it('is returned with both parts when the request is repeated', async () => {
    const buyer = await portal.addUser()
    const products = [await supplies(), await addProduct()]
    const key = { 'idempotency-key': 'twice' }
    const first = await place(buyer, products, key)
    await db.deleteFrom('one_time_code').execute()
    const again = await place(buyer, products, key)
    assert.deepEqual([again.body.order._id, again.body.onHold?._id], [first.body.order._id, first.body.onHold?._id])
    assert.equal(await ordersOf(buyer), 2)
  })

  it('is one order if all lines wait', async () => {
    const buyer = await portal.addUser()
    const { body } = await place(buyer, [await addProduct(), await addProduct()])
    assert.deepEqual([body.order.handOver, body.onHold, body.order.splitOff], ['held', undefined, undefined])
  })

  it('keeps the facts of its products', async () => {
    const buyer = await portal.addUser()
    const facts = { dea_schedule: 'CIII', is_narcotic: false, drug_family: 'ketamine', base_units: 10 } as const
    const product = await addProduct(facts)
    const { body } = await place(buyer, [product])
    const line = await db
      .selectFrom('order_line')
      .select(['dispensing', 'dea_schedule', 'is_narcotic', 'drug_family', 'base_units', 'is_list_one', 'needs_trace'])
      .where('order_id', '=', body.order._id)
      .executeTakeFirstOrThrow()
    assert.deepEqual(line, { dispensing: 'Rx', ...facts, is_list_one: false, needs_trace: null })
  })
})

describe('a product that cannot be supplied', () => {
  for (const [what, facts, reason] of [
    ['in Schedule II', { dea_schedule: 'CII' as const }, scheduleTwo],
    ['of unknown schedule', { schedule_source: '' }, scheduleUnknown],
  ] as const)
    it(`because it is ${what} is refused with the reason, and nothing is ordered`, async () => {
      const buyer = await portal.addUser()
      const [product, other] = [await addProduct(facts), await supplies()]
      const { status, raw } = await place(buyer, [product, other])
      assert.equal(status, 409)
      const { message, notSupplied } = raw.json<{ message: string; notSupplied: { _id: string; reason: string }[] }>()
      assert.equal(message, 'Some products can’t be supplied to you.')
      assert.deepEqual(
        notSupplied.map((line) => [line._id, line.reason]),
        [[product, reason]],
      )
      assert.deepEqual([await ordersOf(buyer), await stockOf(other)], [0, 100])
    })

  it('has no confirmed schedule while another product of the drug is controlled, until an admin confirms it', async () => {
    const buyer = await portal.addUser()
    const facts = { generic_name: `Drug ${randomUUID()}`, is_published: true }
    const product = await addProduct({ ...facts, schedule_source: 'Import' })
    const sibling = await addProduct({ ...facts, dea_schedule: 'CIV' })
    assert.equal((await place(buyer, [product])).status, 409)
    await db.deleteFrom('one_time_code').execute()
    await db
      .updateTable('product')
      .set({ schedule_confirmed_by: admin._id, schedule_confirmed_at: new Date() })
      .where('id', '=', product)
      .execute()
    const { status, body } = await place(buyer, [product, sibling])
    assert.deepEqual([status, body.order.orderItems.length], [201, 2])
  })

  it('is an opioid that a catalog file has without a schedule', async () => {
    const buyer = await portal.addUser()
    const rows = opioids.map((ndc) => ({ ndc, name: `Opioid ${ndc}`, price: 20, stock: 9, DEA: '' }))
    const imported = await call(productImport.importProducts, { body: rows, query: { publish: 'true' }, as: admin })
    assert.equal(imported.status, 200)
    const products = await db.selectFrom('product').select('id').where('ndc_number', 'in', opioids).execute()
    assert.equal(products.length, opioids.length)
    const { status, raw } = await place(
      buyer,
      products.map(({ id }) => id),
    )
    assert.equal(status, 409)
    const { notSupplied } = raw.json<{ notSupplied: { reason: string }[] }>()
    assert.deepEqual(
      notSupplied.map(({ reason }) => reason),
      opioids.map(() => scheduleUnknown),
    )
  })

  it('cannot be ordered with a suspended license', async () => {
    const buyer = await portal.addUser()
    const [first] = (await call(licenses.list, { query: { forUser: buyer._id }, as: admin })).body
    const params = { id: first?._id ?? '' }
    await call(licenses.suspend, { params, body: { __v: first?.__v ?? 0, why: 'Board order' }, as: admin })
    assert.equal((await place(buyer, [await addProduct()])).status, 409)
    await db.deleteFrom('one_time_code').execute()
    assert.equal((await place(buyer, [await supplies()])).status, 201)
  })
})
