import type * as z from 'zod/mini'
import { type FoundRecord, isSameNumber } from '#shared/found-record.ts'
import { inCurrency } from '#shared/money.ts'
import type { Db } from '#platform/db/tables.ts'
import { type FindRecords, maxFound } from '#platform/http/record-finder.ts'
import type { InvoiceRow } from './contract.ts'
import { pageOfInvoices } from './list-invoices.ts'
import { visibleInvoices } from './queries.ts'

/** Finds invoices by invoice, PO or tracking number: every invoice for admins, else those of the caller's account. */
export const findInvoices =
  (db: Db): FindRecords =>
  async (caller, { text, kinds }) => {
    if (kinds && !kinds.includes('invoice')) return []
    const page = {
      whose: visibleInvoices(caller),
      ownAccount: caller.accountID,
      filter: {},
      today: '',
      product: null,
      sort: '-createdAt',
      page: 1,
      pageSize: maxFound,
    } as const
    const { rows } = await pageOfInvoices(db, { ...page, numbered: { text, isWhole: true } })
    const others =
      rows.length < maxFound ? await pageOfInvoices(db, { ...page, numbered: { text, isWhole: false } }) : { rows: [] }
    const found = new Map([...rows, ...others.rows].map((row) => [row.invoiceID, row]))
    return [...found.values()].slice(0, maxFound).map((row) => recordOf(row, text))
  }

const recordOf = (row: z.input<typeof InvoiceRow>, text: string): FoundRecord => {
  const { invoiceID, purchaseOrder, trackingNumber, customer, Date: day, totalNetAmount, currencyCode, isCredit } = row
  const parcel = trackingNumber.split(',').find((number) => isSameNumber(number, text))
  const facts = [
    purchaseOrder && `PO ${purchaseOrder}`,
    parcel && `Tracking ${parcel.trim()}`,
    day,
    inCurrency(totalNetAmount, currencyCode),
    customer,
  ]
  return {
    kind: 'invoice',
    _id: invoiceID,
    title: `${isCredit ? 'Credit note' : 'Invoice'} ${invoiceID}`,
    detail: facts.filter(Boolean).join(' · '),
    fit: isSameNumber(invoiceID, text) ? 'own' : isSameNumber(purchaseOrder, text) || parcel ? 'other' : 'part',
  }
}
