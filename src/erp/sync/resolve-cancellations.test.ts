import assert from 'node:assert/strict'
import { test } from 'node:test'
import { invoices } from '#billing/invoices/contract.ts'
import { reports } from '#reports/contract.ts'
import { transaction } from '#platform/db/connect.ts'
import { deleteRecords } from '#platform/db/delete-records.ts'
import { startTestPortal } from '#portal/testing.ts'
import { createByd } from '../byd/byd.ts'
import type { ErpInvoice } from '../gateway/erp.ts'
import { countOrders } from '#reports/count-orders.ts'
import { runSync } from './run-sync.ts'
import type { Syncing } from './syncing.ts'
import { storeInvoices } from './store-invoices.ts'
import { erpAccount, erpProducts, simulatorConfig, startTestSimulator } from '../testing-simulator.ts'

const simulator = await startTestSimulator()
const config = simulatorConfig(simulator)
const erp = createByd(config)
const portal = await startTestPortal({ environment: simulator.environment, erp })
const { db, day } = portal
const admin = await portal.addUser({ is_admin: true, account_number: '' })
const given: Syncing = { db, erp, config, countOrders, signal: new AbortController().signal }
const lines = [{ product: erpProducts[0]?.id ?? '', quantity: '1', price: '10.00' }]

const bill = (id: string, more: object = {}) => ({
  id,
  account: erpAccount,
  date: '-1d',
  changed: '-0h',
  lines,
  ...more,
})
const stored = (...ids: string[]) =>
  db.selectFrom('invoice').select(['id', 'is_cancellation', 'cancels', 'cancelled_by']).where('id', 'in', ids).execute()
const cancelledBy = async (id: string) => (await stored(id))[0]?.cancelled_by

test('a cancellation cancels the invoice its items name, whichever arrives first', async () => {
  await simulator.load({ invoices: [bill('811'), bill('812'), bill('823', { cancels: '813' })] })
  await runSync(given, 'invoices')
  assert.equal(await cancelledBy('811'), null)
  await simulator.load({ invoices: [bill('821', { cancels: '811' }), bill('813')] })
  await runSync(given, 'invoices')
  assert.equal(await cancelledBy('811'), '821')
  assert.equal(await cancelledBy('813'), '823')
  assert.equal(await cancelledBy('812'), null)
  assert.deepEqual(
    (await stored('821', '823')).map(({ id, is_cancellation, cancels }) => [id, is_cancellation, cancels]).toSorted(),
    [
      ['821', true, '811'],
      ['823', true, '813'],
    ],
  )
})

test('a cancellation that is unreleased or of another amount or account has no effect', async () => {
  await simulator.load({
    invoices: [
      bill('831'),
      bill('841', { cancels: '831', released: false }),
      bill('842', { cancels: '831', shipping: '5.00' }),
      bill('843', { cancels: '831', account: '1000002' }),
    ],
  })
  await runSync(given, 'invoices')
  assert.equal(await cancelledBy('831'), null)
  await simulator.load({ invoices: [bill('841', { cancels: '831' })] })
  await runSync(given, 'invoices')
  assert.equal(await cancelledBy('831'), '841')
})

test('a cancellation without an invoice is reported', async () => {
  await simulator.load({ invoices: [bill('851', { cancellation: true })] })
  const run = await runSync(given, 'invoices')
  assert.ok(run.notes.some((note) => note.startsWith('Cancellation 851 does not say which invoice')))
  assert.deepEqual((await stored('851'))[0]?.cancels, '')
})

/** A seeded generator for repeatable runs. */
const makeChance = () => {
  let state = 7
  return (sides: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % sides
  }
}

test('totals equal a recount after invoices and cancellations in any order, changed, repeated and paid', async () => {
  await transaction(db, (tx) =>
    deleteRecords(tx, async () => {
      await tx.deleteFrom('invoice_line').execute()
      await tx.deleteFrom('invoice').execute()
    }),
  )
  const chance = makeChance()
  const told = new Map<string, ErpInvoice>()
  let moment = Date.now() - 3_600_000
  const tell = (number: number, more: Partial<ErpInvoice>): ErpInvoice => {
    const known = told.get(`R${number}`)
    const gross = known?.grossAmount ?? (chance(4) === 0 ? 66.7 : 33.35)
    const invoice: ErpInvoice = {
      objectId: `OBJECT${number}`,
      id: `R${number}`,
      buyerPartyId: erpAccount,
      payerPartyId: erpAccount,
      orderId: '',
      date: day(-chance(300)),
      dueDate: day(chance(160) - 120),
      createdAt: new Date(moment),
      releaseStatus: '3',
      isCancellation: false,
      isCredit: false,
      cancels: '',
      netAmount: gross,
      grossAmount: gross,
      shippingCharge: null,
      currency: 'USD',
      purchaseOrder: null,
      shippingMethod: null,
      trackingCode: null,
      fedExAccount: null,
      lines: null,
      ...known,
      ...more,
      changedAt: new Date((moment += 1_000)),
    }
    told.set(invoice.id, invoice)
    return invoice
  }
  for (let round = 0; round < 60; round++) {
    const page = Array.from({ length: 1 + chance(6) }, () => {
      const number = chance(60)
      // Numbers from 60 on are cancellations of the others; some are drafts, and some are later changed to name another
      // invoice.
      return chance(3) > 0
        ? tell(number, {})
        : tell(60 + chance(30), {
            isCancellation: true,
            cancels: chance(5) === 0 ? '' : `R${number}`,
            releaseStatus: chance(4) === 0 ? '1' : '3',
          })
    })
    await db.transaction().execute((tx) => storeInvoices(tx, page))
  }
  for (const { id, grossAmount } of told.values())
    await db
      .updateTable('invoice')
      .set({ open_amount: [null, 0, 10, grossAmount][chance(4)] ?? null, open_amount_at: new Date() })
      .where('id', '=', id)
      .execute()

  const rows = await db.selectFrom('invoice').selectAll().execute()
  const undoing = rows.filter((row) => row.is_cancellation && row.release_status_code === '3')
  const isUndone = (row: (typeof rows)[number]) =>
    undoing.some(({ cancels, total_gross_amount: gross }) => cancels === row.id && gross === row.total_gross_amount)
  for (const row of rows)
    assert.equal(row.cancelled_by !== null, !row.is_cancellation && isUndone(row), `${row.id} ${row.cancelled_by}`)
  const money = rows.filter((row) => !row.is_cancellation && !isUndone(row))
  assert.ok(money.length > 20 && rows.filter(isUndone).length > 5, `${money.length} of ${rows.length}`)

  const cents = (amounts: number[]) => amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0) / 100
  const open = money.filter((row) => (row.open_amount ?? 0) > 0)
  const expected = {
    open: cents(open.map((row) => row.open_amount ?? 0)),
    overdue: cents(open.filter((row) => (row.due_date ?? '') < day(0)).map((row) => row.open_amount ?? 0)),
    paid: cents(money.flatMap((row) => (row.open_amount === null ? [] : [row.total_gross_amount - row.open_amount]))),
    unknown: cents(money.flatMap((row) => (row.open_amount === null ? [row.total_gross_amount] : []))),
  }
  const { body } = await portal.call(invoices.totals, { query: {}, as: admin })
  const [usd] = body
  assert.deepEqual({ open: usd?.open, overdue: usd?.overdue, paid: usd?.paid, unknown: usd?.unknown.amount }, expected)
  assert.equal(cents(usd?.ages.map(({ amount }) => amount) ?? []), expected.open)
  const { body: overview } = await portal.call(reports.invoices, { as: admin })
  const [dollars] = overview.currencies
  assert.deepEqual(
    [dollars?.invoices, dollars?.pending, dollars?.received, dollars?.unknown],
    [money.length, expected.open, expected.paid, expected.unknown],
  )
})
