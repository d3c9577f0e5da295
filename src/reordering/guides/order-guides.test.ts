import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { addProducts, type NewProduct } from '#catalog/add-products.ts'
import { orders } from '#orders/contract.ts'
import { placing } from '#orders/checkout/testing-placement.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { maxGuideLines, maxGuides, orderGuides } from './contract.ts'

const portal = await startTestPortal()
const { codeFor, orderOf } = placing(portal)
const product = (name: string, at: number, facts: Partial<NewProduct> = {}): NewProduct => ({
  name,
  ndc_number: `00001-0001-${String(at).padStart(2, '0')}`,
  price: 10,
  count_in_stock: 100,
  is_published: true,
  ...facts,
})
const added = await addProducts(
  portal.db,
  ['Aspirin', 'Biotin', 'Codeine', 'Digoxin'].map((name, at) => product(name, at)),
)
const ids = added.map(({ _id }) => _id)
const [aspirin = '', biotin = '', codeine = '', digoxin = ''] = ids
const [ann, ben] = [await portal.addUser({ account_number: '4711' }), await portal.addUser({ account_number: '4711' })]
const stranger = await portal.addUser()
const line = (productId: string, quantity = 1) => ({ productId, quantity })

let made = 0
const makeGuide = async (lines: ReturnType<typeof line>[], as: TestUser = ann) => {
  made += 1
  const { status, body } = await portal.call(orderGuides.make, { body: { name: `Guide ${made}`, lines }, as })
  assert.equal(status, 201)
  return body._id
}
const read = async (id: string, as: TestUser = ann) =>
  (await portal.call(orderGuides.byId, { params: { id }, as })).body
const linesOf = async (id: string) => (await read(id)).lines.map(({ name, quantity }) => `${quantity} ${name}`)

describe('an order guide', () => {
  it('is read and changed by every user of its business', async () => {
    const id = await makeGuide([line(biotin, 3), line(aspirin)])
    assert.deepEqual(await linesOf(id), ['3 Biotin', '1 Aspirin'])
    await portal.call(orderGuides.addLines, {
      params: { id },
      body: { lines: [line(codeine, 2), line(biotin, 5)] },
      as: ben,
    })
    assert.deepEqual(await linesOf(id), ['5 Biotin', '1 Aspirin', '2 Codeine'])
    const change = (productId: string, body: { quantity?: number; move?: 'up' | 'down' }) =>
      portal.call(orderGuides.changeLine, { params: { id, productId }, body, as: ben })
    await change(codeine, { move: 'up', quantity: 7 })
    await change(biotin, { move: 'up' })
    assert.deepEqual(await linesOf(id), ['5 Biotin', '7 Codeine', '1 Aspirin'])
    await change(biotin, { move: 'down' })
    assert.deepEqual(await linesOf(id), ['7 Codeine', '5 Biotin', '1 Aspirin'])
    await portal.call(orderGuides.removeLine, { params: { id, productId: biotin }, as: ann })
    assert.deepEqual(await linesOf(id), ['7 Codeine', '1 Aspirin'])
    assert.equal((await change(biotin, { quantity: 1 })).status, 404)
    assert.deepEqual(
      (await read(id, ben)).products.map(({ name }) => name),
      ['Codeine', 'Aspirin'],
    )
    await portal.call(orderGuides.rename, { params: { id }, body: { name: 'Mondays' }, as: ben })
    const { body } = await portal.call(orderGuides.list, { as: ann })
    assert.deepEqual(body.find(({ _id }) => _id === id)?.name, 'Mondays')
    assert.equal(body.find(({ _id }) => _id === id)?.countLines, 2)
    await portal.call(orderGuides.remove, { params: { id }, as: ben })
    assert.equal((await portal.call(orderGuides.byId, { params: { id }, as: ann })).status, 404)
  })

  it('is not found by anyone else', async () => {
    const id = await makeGuide([line(aspirin)])
    const params = { id, productId: aspirin }
    const calls = [
      portal.call(orderGuides.byId, { params, as: stranger }),
      portal.call(orderGuides.rename, { params, body: { name: 'Mine' }, as: stranger }),
      portal.call(orderGuides.addLines, { params, body: { lines: [line(biotin)] }, as: stranger }),
      portal.call(orderGuides.changeLine, { params, body: { quantity: 9 }, as: stranger }),
      portal.call(orderGuides.removeLine, { params, as: stranger }),
      portal.call(orderGuides.remove, { params, as: stranger }),
    ]
    assert.deepEqual(
      (await Promise.all(calls)).map(({ status }) => status),
      calls.map(() => 404),
    )
    assert.deepEqual(await linesOf(id), ['1 Aspirin'])
    assert.deepEqual((await portal.call(orderGuides.list, { as: stranger })).body, [])
    const { status } = await portal.call(orderGuides.list, { as: await portal.addUser({ is_admin: true }) })
    assert.equal(status, 403)
  })

  it('is available to a sales rep ordering for its business, but not without a customer', async () => {
    const rep = await portal.addUser({ is_sales_rep: true })
    const id = await makeGuide([line(aspirin)])
    const none = await portal.call(orderGuides.list, { as: rep })
    assert.deepEqual([none.status, none.body.message], [409, 'Choose a customer first.'])
    const call = { params: { id }, as: rep, headers: { 'ordering-for': ann._id } }
    assert.equal((await portal.call(orderGuides.byId, call)).status, 200)
    await portal.call(orderGuides.addLines, { ...call, body: { lines: [line(biotin)] } })
    assert.deepEqual(await linesOf(id), ['1 Aspirin', '1 Biotin'])
    const other = { ...call, headers: { 'ordering-for': stranger._id } }
    assert.equal((await portal.call(orderGuides.byId, other)).status, 404)
  })

  it('loses nothing in concurrent changes', async () => {
    const id = await makeGuide([line(aspirin)])
    const params = { id }
    await Promise.all([
      portal.call(orderGuides.addLines, { params, body: { lines: [line(biotin)] }, as: ann }),
      portal.call(orderGuides.addLines, { params, body: { lines: [line(codeine)] }, as: ben }),
      portal.call(orderGuides.addLines, { params, body: { lines: [line(digoxin)] }, as: ann }),
      portal.call(orderGuides.removeLine, { params: { id, productId: aspirin }, as: ben }),
    ])
    assert.deepEqual((await linesOf(id)).toSorted(), ['1 Biotin', '1 Codeine', '1 Digoxin'])
  })

  it('has a unique name and a limited number of lines', async () => {
    const body = { name: 'Twice', lines: [] }
    assert.equal((await portal.call(orderGuides.make, { body, as: ann })).status, 201)
    const again = await portal.call(orderGuides.make, { body: { ...body, name: 'TWICE' }, as: ben })
    assert.deepEqual([again.status, again.body.message], [409, 'An order guide with this name already exists.'])
    assert.equal((await portal.call(orderGuides.make, { body, as: stranger })).status, 201)
    const id = await makeGuide([])
    const rename = await portal.call(orderGuides.rename, { params: { id }, body: { name: 'twice' }, as: ann })
    assert.equal(rename.status, 409)
    const lines = Array.from({ length: maxGuideLines + 1 }, () => line(randomUUID()))
    assert.equal((await portal.call(orderGuides.addLines, { params: { id }, body: { lines }, as: ann })).status, 400)
    for (const wrong of [
      { name: ' ' },
      { name: 'x', lines: [{ productId: aspirin, quantity: 0 }] },
      { name: 'x', lines: 1 },
    ])
      assert.equal(
        (await portal.send({ method: 'POST', url: '/api/orderguides', payload: wrong, as: ann })).status,
        400,
      )
  })

  it('lists a product that is no longer sold as a plain line, and accepts no such product', async () => {
    const [gone = ''] = (await addProducts(portal.db, [product('Gone', 50)])).map(({ _id }) => _id)
    const id = await makeGuide([line(gone, 2), line(aspirin)])
    await portal.db.updateTable('product').set({ is_published: false }).where('id', '=', gone).execute()
    const { lines, products } = await read(id)
    assert.deepEqual([lines.length, products.map(({ name }) => name)], [2, ['Aspirin']])
    const other = await makeGuide([line(gone), line(randomUUID())])
    assert.deepEqual(await linesOf(other), [])
  })

  it('is listed with its value at the prices of its business and the day of its last order', async () => {
    const buyer = await portal.addUser()
    const [gone = ''] = (await addProducts(portal.db, [product('No longer sold', 51)])).map(({ _id }) => _id)
    await portal.db
      .insertInto('contract_price')
      .values({ product_id: biotin, business_id: buyer.businessId, price: 2.5, list: 'general' })
      .execute()
    const id = await makeGuide([line(aspirin, 2), line(biotin, 3), line(gone, 4)], buyer)
    const empty = await makeGuide([], buyer)
    await portal.db.updateTable('product').set({ is_published: false }).where('id', '=', gone).execute()
    const facts = async () =>
      (await portal.call(orderGuides.list, { as: buyer })).body.map(({ _id, countLines, value, lastOrderedAt }) => [
        _id,
        countLines,
        value,
        lastOrderedAt !== null,
      ])
    assert.deepEqual(await facts(), [
      [id, 3, 27.5, false],
      [empty, 0, null, false],
    ])
    const body = orderOf([{ _id: aspirin, quantity: 1, price: 10 }], await codeFor(buyer))
    assert.equal((await portal.call(orders.place, { body, as: buyer })).status, 201)
    assert.deepEqual((await facts())[0], [id, 3, 27.5, true])
  })

  it('is limited in number', async () => {
    const busy = await portal.addUser()
    await portal.db
      .insertInto('order_guide')
      .values(
        Array.from({ length: maxGuides }, (_, at) => ({
          id: randomUUID(),
          business_id: busy.businessId,
          name: `List ${at}`,
        })),
      )
      .execute()
    const { status } = await portal.call(orderGuides.make, { body: { name: 'One more', lines: [] }, as: busy })
    assert.equal(status, 409)
  })
})

describe('products ordered before', () => {
  it('appear with their last price and date, in the guide and in a list', async () => {
    const buyer = await portal.addUser()
    for (const quantity of [2, 6])
      await portal.call(orders.place, {
        body: orderOf([{ _id: digoxin, quantity, price: 10 }], await codeFor(buyer)),
        as: buyer,
      })
    const colleague = await portal.addUser({ business_id: buyer.businessId })
    const purchases = (days: '90' | '365', as: TestUser) => portal.call(orderGuides.purchases, { query: { days }, as })
    const { body } = await purchases('90', colleague)
    assert.deepEqual(
      body.lines.map(({ name, quantity, lastPrice }) => [name, quantity, lastPrice]),
      [['Digoxin', 6, 10]],
    )
    const id = await makeGuide([line(digoxin), line(aspirin)], buyer)
    const { lines } = await read(id, buyer)
    assert.deepEqual(
      lines.map(({ lastPrice, lastOrderedAt }) => [lastPrice, lastOrderedAt === null]),
      [
        [10, false],
        [null, true],
      ],
    )
    await portal.db
      .updateTable('sales_order')
      .set({ created_at: new Date(Date.now() - 100 * 86_400_000) })
      .where('business_id', '=', buyer.businessId)
      .execute()
    assert.deepEqual((await purchases('90', buyer)).body.lines, [])
    assert.equal((await purchases('365', buyer)).body.lines.length, 1)
    assert.deepEqual((await purchases('365', stranger)).body.lines, [])
  })
})
