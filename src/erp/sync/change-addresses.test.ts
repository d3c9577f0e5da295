import assert from 'node:assert/strict'
import { test } from 'node:test'
import { orders } from '#orders/contract.ts'
import { placing } from '#orders/checkout/testing-placement.ts'
import { erpAccount, erpProducts } from '../testing-simulator.ts'
import { runSync } from './run-sync.ts'
import { startSyncing } from './testing-sync.ts'

const { portal, simulator, given: usual } = await startSyncing()
const given = { ...usual, config: { ...usual.config, COMPLIANCE_EMAIL: 'desk@test.example' } }
const { call, addUser, db, worker } = portal
const { addProduct, codeFor, orderOf } = placing(portal)
const buyer = await addUser({ account_number: erpAccount, buying_role: 'manager' })
await simulator.load({
  accounts: [
    {
      id: erpAccount,
      name: 'Test Pharmacy',
      addresses: [{ street: 'Main Street', house: '1', city: 'Springfield', region: 'IL', postalCode: '62701' }],
    },
  ],
})
const plain = await addProduct({ ndc_number: erpProducts[1]?.id ?? '', price: 956.31, count_in_stock: 900 })
const controlled = await addProduct({ ndc_number: erpProducts[0]?.id ?? '', price: 12.5, count_in_stock: 900 })

const place = async (product: string) => {
  const body = orderOf([{ _id: product, quantity: 2 }], await codeFor(buyer, buyer._id), { purchaseOrder: '' })
  const { body: placed } = await call(orders.place, { body, as: buyer })
  await worker.drain()
  const { orderIdSap } = (await call(orders.byId, { params: { id: placed.order._id }, as: buyer })).body
  assert.ok(orderIdSap)
  await read()
  return { id: placed.order._id, number: orderIdSap }
}
const read = async () => assert.equal((await runSync(given, 'orders')).state, 'done')
const changesOf = async (id: string) =>
  (await call(orders.byId, { params: { id }, as: buyer })).body.changes?.map(({ field, after }) => [field, after])
const mailsAbout = async (number: string) =>
  (await db.selectFrom('mail').select(['subject', 'body']).where('recipient', '=', buyer.email).execute()).filter(
    ({ subject }) => subject.includes(`${number} was changed`),
  )
const exceptionsOf = (id: string) =>
  db.selectFrom('erp_exception').select('message').where('order_id', '=', id).execute()
const markControlled = (id: string) =>
  db.updateTable('order_line').set({ dea_schedule: 'CIV' }).where('order_id', '=', id).execute()

test('a changed address is in the history and in one email, with before and after', async () => {
  const { id, number } = await place(plain)
  assert.equal(await changesOf(id), undefined)
  await simulator.changeShipTo(number, { street: 'Dock Road 9', city: 'Springfield', zip: '62704' })
  await read()
  await read()
  const [change, ...more] = (await changesOf(id)) ?? []
  assert.deepEqual([change?.[0], more.length], ['address', 0])
  assert.match(change?.[1] ?? '', /Dock Road 9, Springfield, .*62704/)
  const [mail, ...others] = await mailsAbout(number)
  assert.equal(others.length, 0)
  assert.match(mail?.body ?? '', /Ship to: .+ → .*Dock Road 9/)
  assert.match(mail?.body ?? '', /Contact us if you did not ask for the changed address/)
  assert.deepEqual(await exceptionsOf(id), [])
  // A second move is compared with the first.
  await simulator.changeShipTo(number, { street: 'Dock Road 11' })
  await read()
  assert.equal((await mailsAbout(number)).length, 2)
  assert.match((await mailsAbout(number)).at(-1)?.body ?? '', /Dock Road 9.* → .*Dock Road 11/)
})

test('another way to write the same address is no change', async () => {
  const { id, number } = await place(plain)
  await simulator.changeShipTo(number, { street: 'Dock Road 9' })
  await read()
  await simulator.changeShipTo(number, { street: 'DOCK ROAD, 9' })
  await read()
  assert.equal((await changesOf(id))?.length, 1)
})

test('with controlled lines each changed address is an exception for compliance, and the email says so', async () => {
  const { id, number } = await place(controlled)
  await markControlled(id)
  await simulator.changeShipTo(number, { street: 'Dock Road 9' })
  await read()
  await read()
  const [exception, ...more] = await exceptionsOf(id)
  assert.equal(more.length, 0)
  assert.match(exception?.message ?? '', /^Compliance: .*controlled items.*Dock Road 9.*Stop the shipment/)
  const desk = await db.selectFrom('mail').select('body').where('recipient', '=', 'desk@test.example').execute()
  assert.equal(desk.filter(({ body }) => body.includes(`order ${number} has controlled items`)).length, 1)
  assert.match((await mailsAbout(number))[0]?.body ?? '', /controlled items, so we check the changed address/)
  await simulator.changeShipTo(number, { street: 'Dock Road 10' })
  await read()
  assert.equal((await exceptionsOf(id)).length, 2)
})

test('an order that names an address of the ERP is compared with it at the first reading', async () => {
  const { id, number } = await place(plain)
  await db
    .updateTable('sales_order')
    .set({ erp_ship_to: null, ship_to_erp_address: '00163e7a-11c2-1eef-a0b1-c2d3e4f50617' })
    .where('id', '=', id)
    .execute()
  await simulator.changeShipTo(number, { street: 'Dock Road 9' })
  await read()
  assert.equal((await changesOf(id))?.[0]?.[0], 'address')
})
