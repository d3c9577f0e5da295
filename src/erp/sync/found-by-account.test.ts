import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { invoices } from '#billing/invoices/contract.ts'
import { orders } from '#orders/contract.ts'
import { startTestPortal } from '#portal/testing.ts'
import { createByd } from '../byd/byd.ts'
import { countOrders } from '#reports/count-orders.ts'
import { runSync } from './run-sync.ts'
import type { Syncing } from './syncing.ts'
import { addOrder, makeDue } from '../testing-orders.ts'
import { erpProducts, simulatorConfig, startTestSimulator } from '../testing-simulator.ts'

const quick = { connectMilliseconds: 500, readMilliseconds: 2_000, createMilliseconds: 2_000, retryMilliseconds: [5] }

const simulator = await startTestSimulator()
const config = simulatorConfig(simulator)
const erp = createByd(config, quick, 20)
const portal = await startTestPortal({ environment: simulator.environment, erp })
const { db, worker } = portal
const admin = await portal.addUser({ is_admin: true, account_number: '' })
const given: Syncing = { db, erp, config, countOrders, signal: new AbortController().signal }

beforeEach(() => makeDue(db))

const ordersOf = async (billToPartyID: string) => {
  const query = { query: JSON.stringify({ billToPartyID }) }
  const { body } = await portal.call(orders.all, { params: { id: 'all' }, query, as: admin })
  return body.map(({ orderIdSap }) => orderIdSap)
}

const invoicesOf = async (account: string) => {
  const params = { filter: JSON.stringify({ account }) }
  const { body } = await portal.call(invoices.list, { params, query: {}, as: admin })
  return body.map(({ invoiceID }) => invoiceID)
}

const enter = async (id: string, account: string) => {
  const lines = [{ product: erpProducts[0]?.id ?? '', quantity: '3', price: '10.00' }]
  await simulator.load({
    accounts: [{ id: account, name: 'New Pharmacy' }],
    orders: [{ id, account, created: '-3d', changed: '-0h', lines }],
  })
}

test('synced orders and invoices are found by their account, even a new one', async () => {
  await enter('30001', '4440001')
  await runSync(given, 'orders')
  for (const text of ['4440001', '44000', '44']) assert.deepEqual(await ordersOf(text), ['30001'], text)
  await simulator.advance({ ticks: 3 })
  await runSync(given, 'invoices')
  const billed = (await simulator.invoices('30001')).map(({ id }) => id)
  assert.ok(billed.length > 0)
  for (const text of ['4440001', '44000', '44']) assert.deepEqual(await invoicesOf(text), billed, text)
})

test('an invoice is found by an account that no order has', async () => {
  await enter('30002', '4440002')
  await simulator.advance({ ticks: 3 })
  await runSync(given, 'invoices')
  assert.equal((await invoicesOf('4440002')).length, 1)
})

test('an order whose account changed in the ERP is found by the new one', async () => {
  await enter('30003', '4440003')
  await runSync(given, 'orders')
  await enter('30003', '4440004')
  await runSync(given, 'orders')
  const { bill_to_party_id: account } = await db
    .selectFrom('sales_order')
    .where('erp_id', '=', '30003')
    .select('bill_to_party_id')
    .executeTakeFirstOrThrow()
  assert.equal(account, '4440004')
  assert.deepEqual([await ordersOf('4440003'), await ordersOf('4440004')], [[], ['30003']])
})

test('an order that gets its account when it is linked is found', async () => {
  await simulator.load({ accounts: [{ id: '4440005', name: 'Late Pharmacy' }] })
  await addOrder(db, { accountId: '4440005' })
  assert.deepEqual(await ordersOf('4440005'), [])
  await worker.drain()
  assert.equal((await ordersOf('4440005')).length, 1)
})
