import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { carts, quickOrder } from '#cart/contract.ts'
import { placing } from '#orders/checkout/testing-placement.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { type AllocationRule, allocations } from './contract.ts'

const portal = await startTestPortal()
const admin = await portal.addUser({ is_admin: true })
const { addProduct, codeFor, orderOf, stockOf } = placing(portal)
const fixed = (quantity: number): AllocationRule => ({ mode: 'prevent', sharePercent: null, fixed: quantity, floor: 0 })

const allocate = async (id: string, rule: AllocationRule): Promise<void> => {
  const { status } = await portal.call(allocations.set, { params: { id }, body: rule, as: admin })
  assert.equal(status, 200)
}
const order = async (as: TestUser, _id: string, quantity: number) => {
  const payload = orderOf([{ _id, quantity }], await codeFor(as))
  return portal.send({ method: 'POST', url: '/api/orders', payload, as })
}
const leftOf = async (as: TestUser, id: string) =>
  (await portal.call(allocations.left, { body: { ids: [id] }, as })).body[id]?.left
const colleague = async (of: TestUser): Promise<TestUser> => portal.addUser({ business_id: of.businessId })

describe('quantity limits of one order', () => {
  it('are sent with the product, refuse a quantity with one that fits, and accept that one', async () => {
    const buyer = await portal.addUser()
    const product = await addProduct({ order_minimum: 10, order_maximum: 40, order_multiple: 6 })
    const refused = await order(buyer, product, 10)
    assert.equal(refused.status, 409)
    const { overLimit } = refused.body as { overLimit: Record<string, unknown>[] }
    assert.deepEqual(
      overLimit.map(({ _id, reason, fits }) => [_id, reason, fits]),
      [[product, 'Sold in multiples of 6.', 12]],
    )
    assert.equal((await order(buyer, product, 48)).status, 409)
    assert.equal((await order(buyer, product, 12)).status, 201)
    assert.equal(await stockOf(product), 88)
  })
})

describe('an allocation', () => {
  it('is not exceeded by concurrent orders of a business, and is separate for each business', async () => {
    const buyer = await portal.addUser()
    const others = await Promise.all(Array.from({ length: 7 }, () => colleague(buyer)))
    const product = await addProduct({ count_in_stock: 1_000 })
    await allocate(product, fixed(10))
    const people = [buyer, ...others]
    const codes = await Promise.all(people.map((one) => codeFor(one)))
    const answers = await Promise.all(
      people.map((as, at) =>
        portal.send({
          method: 'POST',
          url: '/api/orders',
          payload: orderOf([{ _id: product, quantity: 4 }], codes[at] ?? ''),
          as,
        }),
      ),
    )
    assert.equal(answers.filter(({ status }) => status === 201).length, 2)
    assert.equal(await leftOf(buyer, product), 2)
    assert.equal(await stockOf(product), 992)
    assert.equal((await order(await portal.addUser(), product, 10)).status, 201)
  })

  it('gets quantities of deleted and canceled orders back', async () => {
    const buyer = await portal.addUser()
    const product = await addProduct()
    await allocate(product, fixed(6))
    const idOf = ({ body }: Awaited<ReturnType<typeof order>>) => (body.order as { _id: string })._id
    const first = idOf(await order(buyer, product, 4))
    const second = idOf(await order(buyer, product, 2))
    assert.equal(await leftOf(buyer, product), 0)
    const deleted = await portal.send({ method: 'DELETE', url: `/api/orders/${first}?reason=wrong`, as: admin })
    assert.equal(deleted.status, 200)
    assert.equal(await leftOf(buyer, product), 4)
    await portal.db.updateTable('sales_order').set({ is_cancelled: true }).where('id', '=', second).execute()
    assert.equal(await leftOf(buyer, product), 6)
  })

  it('is a share of the last three full months but at least the floor', async () => {
    const [buyer, newcomer] = [await portal.addUser(), await portal.addUser()]
    const product = await addProduct({ count_in_stock: 1_000 })
    assert.equal((await order(buyer, product, 90)).status, 201)
    await portal.db
      .updateTable('sales_order')
      .set({ created_at: sql<Date>`date_trunc('month', now()) - interval '40 days'` })
      .where('user_id', '=', buyer._id)
      .execute()
    await allocate(product, { mode: 'prevent', sharePercent: 50, fixed: null, floor: 5 })
    assert.deepEqual([await leftOf(buyer, product), await leftOf(newcomer, product)], [15, 5])
  })

  it('allows exceptions, and only warns in warn mode', async () => {
    const buyer = await portal.addUser()
    const product = await addProduct()
    await allocate(product, fixed(3))
    const except = (quantity: number | null) =>
      portal.call(allocations.except, { params: { id: product }, body: { customerId: buyer._id, quantity }, as: admin })
    assert.equal((await except(7)).status, 200)
    assert.equal(await leftOf(buyer, product), 7)
    assert.equal((await except(null)).status, 200)
    assert.equal(await leftOf(buyer, product), 3)
    assert.equal((await order(buyer, product, 4)).status, 409)
    await allocate(product, { ...fixed(3), mode: 'warn' })
    assert.equal((await order(buyer, product, 4)).status, 201)
  })

  it('of a controlled product is enforced, but no remainder is shown anywhere', async () => {
    const buyer = await portal.addUser()
    const product = await addProduct({ ndc_number: 'SCARCE-2', dea_schedule: 'CIV' })
    await allocate(product, fixed(3))
    assert.equal(await leftOf(buyer, product), undefined)
    const lines = [{ code: 'SCARCE-2', quantity: 4 }]
    const checked = await portal.call(quickOrder.check, { body: { lines }, as: buyer })
    assert.deepEqual([checked.body.lines[0]?.verdict, checked.body.lines[0]?.available], ['ok', undefined])
    const cart = await portal.call(carts.change, { body: { lines: [{ _id: product, quantity: 4 }] }, as: buyer })
    assert.equal(cart.body.lines[0]?.allocation, undefined)
    const refused = await order(buyer, product, 4)
    assert.equal(refused.status, 409)
    const { overLimit } = refused.body as { overLimit: { reason: string; fits: number }[] }
    assert.deepEqual(
      overLimit.map(({ reason, fits }) => [reason, fits]),
      [['We can’t supply this quantity. Contact us.', 0]],
    )
    await portal.db.deleteFrom('one_time_code').execute()
    assert.equal((await order(buyer, product, 3)).status, 201)
  })

  it('is shown in the cart and checked in a quick order', async () => {
    const buyer = await portal.addUser()
    const product = await addProduct({ ndc_number: 'SCARCE-1' })
    await allocate(product, fixed(3))
    const check = async (quantity: number) =>
      (await portal.call(quickOrder.check, { body: { lines: [{ code: 'SCARCE-1', quantity }] }, as: buyer })).body
        .lines[0]
    assert.equal((await check(3))?.verdict, 'ok')
    const over = await check(4)
    assert.deepEqual([over?.verdict, over?.available], ['overLimit', 3])
    assert.match(over?.reason ?? '', /^Over your allocation: 3 left until [A-Z][a-z]{2} \d\d?\.$/)
    const { body } = await portal.call(carts.change, { body: { lines: [{ _id: product, quantity: 4 }] }, as: buyer })
    assert.equal(body.lines[0]?.allocation?.left, 3)
  })

  it('is listed for admins with limit, use and rest, is audited, and ends', async () => {
    const buyer = await portal.addUser()
    const product = await addProduct()
    await allocate(product, fixed(9))
    assert.equal((await order(buyer, product, 4)).status, 201)
    const { body } = await portal.call(allocations.ofProduct, { params: { id: product }, query: {}, as: admin })
    assert.deepEqual(
      body.businesses.map(({ businessId, cap, used, left, exception }) => [businessId, cap, used, left, exception]),
      [[buyer.businessId, 9, 4, 5, null]],
    )
    const listed = (await portal.call(allocations.list, { query: {}, as: admin })).body.allocations
    assert.deepEqual(listed.find(({ productId }) => productId === product)?.used, 4)
    assert.equal((await portal.call(allocations.remove, { params: { id: product }, as: admin })).status, 200)
    assert.equal(await leftOf(buyer, product), undefined)
    const actions = await portal.db
      .selectFrom('audit_entry')
      .select('action')
      .where('entity_id', '=', product)
      .orderBy('id')
      .execute()
    assert.deepEqual(
      actions.map(({ action }) => action),
      ['allocation set', 'allocation removed'],
    )
    const both = { ...fixed(3), sharePercent: 50 }
    const refused = await portal.send({ method: 'PUT', url: `/api/allocations/${product}`, payload: both, as: admin })
    assert.equal(refused.status, 400)
    assert.equal(
      (await portal.send({ method: 'PUT', url: `/api/allocations/${product}`, payload: both, as: buyer })).status,
      403,
    )
  })
})
