import assert from 'node:assert/strict'
import { test } from 'node:test'
import { users } from '#customers/contract.ts'
import { invoices } from '#billing/invoices/contract.ts'
import { orders } from '#orders/contract.ts'
import { addInvoice } from '#orders/history/testing-lists.ts'
import { payments } from '#billing/payments/contract.ts'
import { startTestPortal } from '#portal/testing.ts'
import { orderingForHeader } from '#shared/endpoint.ts'
import { reports } from './contract.ts'
import { addProduct, importOrder } from './testing-sales.ts'

const portal = await startTestPortal()
const { db, call } = portal
const rep = await portal.addUser({ is_sales_rep: true })
const [ann, bob] = [
  await portal.addUser({ name: 'Ann', company_name: 'Magnolia Hospital', account_number: '5000001' }),
  await portal.addUser({ name: 'Bob', company_name: 'Magnolia Hospital', account_number: '5000001' }),
]
await portal.addUser({
  name: 'Vera',
  account_number: '5000001',
  company_name: 'Magnolia Hospital',
  buying_role: 'viewer',
})
const other = await portal.addUser({ company_name: 'Other Pharmacy', account_number: '5000002' })
const product = await addProduct(db, '00006-3029-02')
const order = (user: typeof ann) => importOrder(db, user, [{ product, quantity: 1, price: 5 }])
const [own, strange] = [await order(bob), await order(other)]
await addInvoice(db, { id: 'OWN-1', party_id: '5000001', buyer_party_id: '5000001', payer_party_id: '5000001' })
await addInvoice(db, { id: 'CANARY-1', party_id: '5000002', buyer_party_id: '5000002', payer_party_id: '5000002' })

const working = { as: rep, headers: { [orderingForHeader]: ann._id } }
const alone = { as: rep }

test('the chooser lists businesses, found by each of their users', async () => {
  const chooser = async (query: string) => {
    const { body } = await call(users.list, { query: { query, businesses: 'true' }, as: rep })
    return body.map(({ companyName, people }) => [companyName, people?.map(({ name }) => name)])
  }
  assert.deepEqual(await chooser('magnolia'), [['Magnolia Hospital', ['Ann', 'Bob']]])
  assert.deepEqual(await chooser('bob'), [['Magnolia Hospital', ['Ann', 'Bob']]])
  assert.equal((await chooser('')).length, 2)
})

test('a rep who works for a customer sees all its orders and invoices', async () => {
  const history = async (sent: typeof working | typeof alone) =>
    (await call(orders.mine, { params: { id: rep._id }, query: {}, ...sent })).body.map(({ _id }) => _id)
  assert.deepEqual(await history(alone), [])
  assert.deepEqual(await history(working), [own])
  const orderStatus = async (id: string, sent: typeof working | typeof alone) =>
    (await call(orders.byId, { params: { id }, ...sent })).status
  assert.deepEqual([await orderStatus(own, alone), await orderStatus(own, working)], [404, 200])
  assert.equal(await orderStatus(strange, working), 404)
  const listed = async (sent: typeof working | typeof alone) =>
    (await call(invoices.list, { params: { filter: '{}' }, query: {}, ...sent })).body.map(({ invoiceID }) => invoiceID)
  assert.deepEqual([await listed(alone), await listed(working)], [[], ['OWN-1']])
  assert.equal((await call(invoices.byId, { params: { id: 'CANARY-1' }, ...working })).status, 404)
  const { body } = await call(reports.mySummary, { params: { id: rep._id }, ...working })
  assert.deepEqual([body.orders, body.inv], [1, 1])
})

test('a rep can only read the customer’s orders and invoices', async () => {
  const { status, body } = await call(payments.ofOrder, { params: { id: own }, ...working })
  assert.deepEqual([status, body.offered], [200, []])
  const asked = { reason: 'price' as const, words: 'Too much' }
  assert.equal((await call(invoices.ask, { params: { id: 'OWN-1' }, body: asked, ...working })).status, 404)
  assert.equal((await call(payments.startStripe, { params: { id: own }, ...working })).status, 404)
})

test('a customer who names another customer sees nothing more', async () => {
  const named = { as: other, headers: { [orderingForHeader]: ann._id } }
  assert.equal((await call(invoices.byId, { params: { id: 'OWN-1' }, ...named })).status, 404)
  assert.equal((await call(orders.byId, { params: { id: own }, ...named })).status, 404)
})
