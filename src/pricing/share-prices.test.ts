import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { users } from '#customers/contract.ts'
import { addProducts } from '#catalog/add-products.ts'
import { catalog } from '#catalog/contract.ts'
import { placing } from '#orders/checkout/testing-placement.ts'
import { orders } from '#orders/contract.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { contractPrices } from './contract.ts'

const portal = await startTestPortal()
const { db } = portal
const { codeFor, orderOf } = placing(portal)
const admin = await portal.addUser({ is_admin: true })
const grace = await portal.addUser({ account_number: '7000', company_name: 'Harbor Street Pharmacy', name: 'Grace' })
const miles = await portal.addUser({ account_number: '7000', name: 'Miles' })
const rival = await portal.addUser({ account_number: '8000', company_name: 'Rival' })

const addProduct = async (): Promise<string> => {
  const [added] = await addProducts(db, [
    { name: `Priced ${crypto.randomUUID()}`, price: 20, is_published: true, is_item_number: true, count_in_stock: 100 },
  ])
  return added?._id ?? ''
}
const get = async (id: string, as: TestUser) => (await portal.call(catalog.byId, { params: { id }, as })).body
const setList = async (id: string, customPricingList: object[]) => {
  const { __v } = await get(id, admin)
  return portal.send({
    method: 'PUT',
    url: `/api/products/${id}`,
    payload: { _id: id, customPricingList, __v },
    as: admin,
  })
}
const entry = (user: TestUser, price: number) => ({ userId: user._id, email: user.email, price })
const contractPrice = async (id: string, as: TestUser) =>
  (await get(id, as)).customPricingList.map(({ userId, email, price }) => [userId, email, price])

describe('the prices of a business', () => {
  it('are the same for all its users, with the entry of each user', async () => {
    const id = await addProduct()
    assert.equal((await setList(id, [entry(miles, 8.5)])).status, 200)
    assert.deepEqual(await contractPrice(id, grace), [[grace._id, grace.email, 8.5]])
    assert.deepEqual(await contractPrice(id, miles), [[miles._id, miles.email, 8.5]])
    assert.deepEqual(await contractPrice(id, rival), [])
    for (const as of [grace, miles]) {
      const body = orderOf([{ _id: id, quantity: 2, price: 8.5 }], await codeFor(as))
      const placed = await portal.call(orders.place, { body, as })
      assert.deepEqual([placed.status, placed.body.order.totalPrice], [201, 17])
      const preview = await portal.call(orders.price, { body: { orderItems: [{ _id: id, quantity: 1 }] }, as })
      assert.equal(preview.body[0]?.price, 8.5)
    }
  })

  it('show its first user in the lists, regardless of which user they were set for', async () => {
    const id = await addProduct()
    await setList(id, [entry(miles, 8.5), entry(rival, 9)])
    const { customPricingList } = await get(id, admin)
    assert.deepEqual(
      customPricingList.map(({ userId, company, price }) => [userId, company, price]),
      [
        [grace._id, 'Harbor Street Pharmacy', 8.5],
        [rival._id, 'Rival', 9],
      ],
    )
    assert.equal((await setList(id, customPricingList)).status, 200)
    const { body } = await portal.call(contractPrices.customerPrices, {
      params: { id: miles._id },
      query: {},
      as: admin,
    })
    assert.ok(body.prices.some(({ productId, price }) => productId === id && price === 8.5))
  })

  it('appear in a list once', async () => {
    const { status, body } = await setList(await addProduct(), [entry(grace, 3), entry(miles, 4)])
    assert.deepEqual([status, body.message], [400, `${miles.email} is in the list twice.`])
  })

  it('end with its last customer, and not before', async () => {
    const id = await addProduct()
    const [one, two] = [
      await portal.addUser({ account_number: '7100' }),
      await portal.addUser({ account_number: '7100', name: 'Two' }),
    ]
    await setList(id, [entry(one, 5)])
    await portal.call(users.convertToSalesRep, { params: { id: one._id }, as: admin })
    assert.deepEqual(
      (await get(id, admin)).customPricingList.map(({ userId }) => userId),
      [two._id],
    )
    await portal.call(users.remove, { params: { id: two._id }, query: {}, as: admin })
    assert.deepEqual((await get(id, admin)).customPricingList, [])
  })

  it('cannot be set while the business loses its last customer', async () => {
    for (let turn = 0; turn < 5; turn++) {
      const id = await addProduct()
      const customer = await portal.addUser()
      const [set] = await Promise.all([
        setList(id, [entry(customer, 5)]),
        portal.call(users.convertToSalesRep, { params: { id: customer._id }, as: admin }),
      ])
      assert.ok([200, 400].includes(set.status))
      const left = await db.selectFrom('contract_price').select('price').where('product_id', '=', id).execute()
      assert.deepEqual(left, [])
    }
  })
})
