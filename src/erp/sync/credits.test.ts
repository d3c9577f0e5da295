import assert from 'node:assert/strict'
import { test } from 'node:test'
import { invoices } from '#billing/invoices/contract.ts'
import { addListedOrder } from '#orders/history/testing-lists.ts'
import { invoicePayments } from '#billing/payments/invoice-payment-shapes.ts'
import { orderingForHeader } from '#shared/endpoint.ts'
import type { TestUser } from '#portal/testing.ts'
import { createByd } from '../byd/byd.ts'
import { erpAccount, simulatorConfig } from '../testing-simulator.ts'
import { runSync } from './run-sync.ts'
import { syncLines, quick, startSyncing } from './testing-sync.ts'

const { portal, simulator, given } = await startSyncing()
const { call, addUser, db } = portal
const buyer = await addUser({ account_number: erpAccount })
const stranger = await addUser({ account_number: '7000007' })
const admin = await addUser({ is_admin: true, account_number: '' })
const rep = await addUser({ is_sales_rep: true, account_number: '' })

const bill = (id: string, more: object = {}) => ({ id, account: erpAccount, date: '-1d', lines: syncLines, ...more })
const read = async (...kinds: ('invoices' | 'openItems')[]) => {
  for (const kind of kinds) assert.equal((await runSync(given, kind)).state, 'done')
}
const detail = (id: string, as: TestUser) => call(invoices.byId, { params: { id }, as })
const totals = async () => (await call(invoices.totals, { query: {}, as: buyer })).body[0]

test('a credit memo is a credit note below zero, lowers what is open, and is used up when the ERP says so', async () => {
  await simulator.load({
    invoices: [
      bill('901', { net: '100.00' }),
      bill('902', { net: '30.00', creditMemo: true, shipping: '2.50' }),
      bill('903', { net: '8.00', creditMemo: true, open: '3.00' }),
    ],
  })
  await read('invoices')
  const { body: early } = await detail('902', buyer)
  assert.deepEqual([early.settlement, early.openAmount], ['credit', null])
  await read('openItems')

  const { body: note } = await detail('902', buyer)
  assert.deepEqual(
    [note.isCredit, note.settlement, note.TotalNetAmount, note.TotalGrossAmount, note.openAmount],
    [true, 'credit', -30, -32.5, -32.5],
  )
  assert.deepEqual(
    note.lines?.map(({ amount }) => amount),
    [-10],
  )
  assert.equal(note.priceDifference, null)
  assert.equal((await detail('902', stranger)).status, 404)
  assert.equal((await detail('902', rep)).status, 404)
  assert.equal((await detail('902', admin)).body.isCredit, true)

  const before = await totals()
  assert.deepEqual(
    [before?.open, before?.overdue, before?.credits],
    [64.5, 0, { invoices: 2, amount: -35.5 }],
    'taken off what is open, and no age of its own',
  )
  await simulator.pay('902')
  await read('openItems')
  assert.equal((await detail('902', buyer)).body.settlement, 'creditUsed')
  assert.deepEqual((await totals())?.credits, { invoices: 1, amount: -3 })

  const { body: list } = await call(invoices.list, { params: { filter: '{}' }, query: {}, as: buyer })
  assert.deepEqual(
    list.filter(({ isCredit }) => isCredit).map(({ invoiceID, settlement }) => [invoiceID, settlement]),
    [
      ['902', 'creditUsed'],
      ['903', 'credit'],
    ],
  )
})

test('a credit note cannot be paid, alone or with invoices', async () => {
  const { body: quote } = await call(invoicePayments.quote, { query: { ids: '901,903' }, as: buyer })
  assert.deepEqual(
    [quote.shares, quote.total, quote.refusals],
    [[{ invoiceID: '901', amount: 100 }], 100, ['903 is a credit note: there is nothing to pay.']],
  )
})

test('without the type field a credit note is not read as an invoice', async () => {
  const silent = simulatorConfig(simulator, { ERP_CREDIT_MEMOS: '' })
  await db.updateTable('erp_sync').set({ watermark: null, after_key: null }).where('kind', '=', 'invoices').execute()
  await db.updateTable('invoice').set({ erp_changed_at: null }).execute()
  await runSync({ ...given, config: silent, erp: createByd(silent, quick) }, 'invoices')
  const { body } = await detail('903', buyer)
  assert.deepEqual([body.isCredit, body.TotalNetAmount, body.openAmount], [true, -8, -3])
})

const credit = async (as: TestUser, orderingFor?: TestUser) =>
  (
    await call(invoices.creditLimit, {
      as,
      query: {},
      headers: orderingFor ? { [orderingForHeader]: orderingFor._id } : {},
    })
  ).body

const account = (more: object = {}) => ({ accounts: [{ id: erpAccount, name: 'Test Pharmacy', ...more }] })

test('a credit limit is shown as the ERP reports it, to the business and its sales rep only', async () => {
  const config = simulatorConfig(simulator, {
    ERP_FIELD_CREDIT_LIMIT: 'CreditLimitcontent_KUT',
    ERP_FIELD_CREDIT_LEFT: 'CreditLeftcontent_KUT',
    ERP_FIELD_CREDIT_CURRENCY: 'CreditLimitcurrencyCode_KUT',
  })
  const asking = { ...given, config, erp: createByd(config, quick) }
  const readAccounts = () => runSync(asking, 'addresses')

  await simulator.load(account())
  await readAccounts()
  assert.equal(await credit(buyer), null, 'a field that nobody filled is no limit of zero')

  await simulator.load(account({ credit: { limit: '5000.00', left: '-12.34' } }))
  const before = Date.now()
  assert.equal((await readAccounts()).changed_count, 1)
  assert.equal((await readAccounts()).changed_count, 0)
  const said = await credit(buyer)
  assert.deepEqual([said?.limit, said?.left, said?.currency], [5000, -12.34, 'USD'])
  assert.ok(Date.parse(said?.saidAt ?? '') >= before - 1_000)
  assert.equal(await credit(stranger), null)
  assert.equal(await credit(stranger, buyer), null, 'a customer orders for nobody else')
  assert.deepEqual([await credit(rep), await credit(admin)], [null, null])
  assert.equal((await credit(rep, buyer))?.limit, 5000)
  assert.equal((await credit(admin, buyer))?.left, -12.34)
  assert.equal((await call(invoices.creditLimit, { query: {} })).status, 401)

  await simulator.load(account({ credit: { limit: '5000.00', left: '100.00' } }))
  await readAccounts()
  const own = { business_id: buyer.businessId, user_id: buyer._id, placed_by: buyer._id, total_price: 30 }
  await addListedOrder(db, { ...own, erp_state: 'waiting' })
  await addListedOrder(db, { ...own, created_at: new Date(Date.now() - 86_400_000), erp_state: 'held' })
  await addListedOrder(db, { ...own, created_at: new Date(Date.now() - 86_400_000), erp_id: '51', erp_status: '1' })
  await addListedOrder(db, { ...own, is_cancelled: true })
  await addListedOrder(db, { ...own, is_paid: true })
  await addListedOrder(db, { ...own, deleted_at: new Date() })
  const since = await credit(buyer)
  assert.deepEqual([since?.left, since?.orderedSince], [40, 60], 'what the ERP did not know of, not canceled or paid')

  await simulator.load(account({ credit: { limit: '0.00', left: '0.00' } }))
  await readAccounts()
  assert.equal((await credit(buyer))?.limit, 0, 'a limit of zero that was said is one')
  await simulator.load(account())
  await readAccounts()
  assert.equal(await credit(buyer), null, 'what is said no more is forgotten')

  await simulator.load(account({ credit: { limit: '5000.00', left: '1.00' } }))
  assert.equal((await runSync(given, 'addresses')).state, 'done')
  assert.equal(await credit(buyer), null, 'and nobody asks unless the settings say so')
})
