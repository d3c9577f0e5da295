import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addInvoice } from '#orders/history/testing-lists.ts'
import { pdfText } from '#platform/pdf/testing-pdf.ts'
import { startTestPortal } from '#portal/testing.ts'
import { invoices } from './contract.ts'

const portal = await startTestPortal()
const { db, day } = portal

describe('a cancelled invoice and its cancellation', () => {
  it('stay in the lists, reference each other and count in no total', async () => {
    const third = await portal.addUser({ account_number: '3000003' })
    const facts = { party_id: '3000003', buyer_party_id: '3000003', payer_party_id: '3000003', invoice_date: day(0) }
    const amounts = { total_net_amount: 60, total_gross_amount: 60, open_amount_at: new Date(), due_date: day(-1) }
    await addInvoice(db, { ...facts, ...amounts, id: 'X-1', open_amount: 60, cancelled_by: 'X-2' })
    await addInvoice(db, { ...facts, ...amounts, id: 'X-2', open_amount: 60, is_cancellation: true, cancels: 'X-1' })
    await addInvoice(db, { ...facts, ...amounts, id: 'X-3', open_amount: 20 })
    const { body: rows } = await portal.call(invoices.list, {
      params: { filter: '{}' },
      query: { sort: 'invoiceID' },
      as: third,
    })
    assert.deepEqual(
      rows.map(({ invoiceID, settlement, openAmount }) => [invoiceID, settlement, openAmount]),
      [
        ['X-1', 'cancelled', null],
        ['X-2', 'cancellation', null],
        ['X-3', 'overdue', 20],
      ],
    )
    const { body: totals } = await portal.call(invoices.totals, { query: {}, as: third })
    assert.deepEqual(
      totals.map(({ open, overdue, paid, unknown, ages }) => [
        open,
        overdue,
        paid,
        unknown.invoices,
        ages[1]?.invoices,
      ]),
      [[20, 20, 40, 0, 1]],
    )
    for (const [id, cancels, cancelledBy] of [
      ['X-1', null, 'X-2'],
      ['X-2', 'X-1', null],
    ] as const) {
      const { body } = await portal.call(invoices.byId, { params: { id }, as: third })
      assert.deepEqual([body.cancels, body.cancelledBy], [cancels, cancelledBy])
    }
    const csv = await portal.send({
      method: 'GET',
      url: `/api/users/InvoiceStatement/3000003/csv?month=${day(0).slice(0, 7)}`,
      as: third,
    })
    assert.deepEqual(
      csv.raw.body.match(/(?<=,60,60,).*$/gm)?.map((line) => line.trim()),
      [',cancelled', ',cancellation', '20,overdue'],
    )
  })
})

describe('the statement as PDF', () => {
  it('prints names in other alphabets unchanged', async () => {
    const company = 'Apteka Łódź Ωμέγα Пример'
    const customer = await portal.addUser({ account_number: '4000004', company_name: company })
    const month = day(0).slice(0, 7)
    const { raw } = await portal.send({
      method: 'GET',
      url: `/api/users/InvoiceStatement/4000004?month=${month}`,
      as: customer,
    })
    assert.ok(pdfText(raw.rawPayload).includes(company))
  })
})
