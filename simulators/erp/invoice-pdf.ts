import type { Account, Invoice } from './books.ts'
import { decimal, decimalText } from './decimal.ts'
import { textOf } from './nodes.ts'
import { drawPdf } from './pdf.ts'
import type { PdfLine } from './pdf.ts'

const linesPerPage = 32

/** The printed invoice, as many letter-size pages as its items need. */
export const invoicePdf = (invoice: Invoice, account: Account | undefined): Buffer => {
  const pages = Math.max(1, Math.ceil(invoice.Item.length / linesPerPage))
  return drawPdf(
    Array.from({ length: pages }, (_, page) => [
      ...head(invoice, account, page, pages),
      ...invoice.Item.slice(page * linesPerPage, (page + 1) * linesPerPage).flatMap(itemRow),
      ...(page === pages - 1 ? totals(invoice) : []),
    ]),
  )
}

const head = (invoice: Invoice, account: Account | undefined, page: number, pages: number): PdfLine[] => {
  const facts = [
    `Date: ${dateText(invoice.Date)}`,
    `Due: ${dateText(invoice.CashDiscountTerms.FullPaymentEndDate)}`,
    `Purchase order: ${invoice.PurchaseOrder_KUT || '-'}`,
    `Ship via: ${invoice.ShipVia_KUT || '-'}`,
    `Tracking: ${invoice.TrackingNumber_KUT || '-'}`,
  ]
  const titles: readonly [string, number][] = [
    ['Item', 50],
    ['Product', 90],
    ['Description', 190],
    ['Quantity', 420],
    ['Net amount', 490],
  ]
  return [
    { text: `Invoice ${invoice.ID}`, x: 50, y: 735, size: 20, bold: true },
    { text: `Page ${page + 1} of ${pages}`, x: 500, y: 735, size: 9 },
    {
      text: `${textOf(account, 'BusinessPartnerFormattedName') || 'Account'} (${invoice.BuyerParty.PartyID})`,
      x: 50,
      y: 712,
      size: 11,
    },
    ...facts.map((text, index) => ({ text, x: 50, y: 692 - index * 14, size: 9 })),
    ...titles.map(([text, x]) => ({ text, x, y: 610, size: 9, bold: true })),
  ]
}

const itemRow = (item: Invoice['Item'][number], index: number): PdfLine[] => {
  const y = 594 - (index % linesPerPage) * 15
  const columns: readonly [string, number][] = [
    [item.ID, 50],
    [item.ProductID, 90],
    [item.Description, 190],
    [`${trimmed(item.Quantity)} ${item.QuantityUnitCode}`, 420],
    [money(item.NetAmount), 490],
  ]
  return columns.map(([text, x]) => ({ text, x, y, size: 9 }))
}

const totals = (invoice: Invoice): PdfLine[] =>
  [
    `Net: ${money(invoice.TotalNetAmount)}`,
    `Shipping: ${money(invoice.ShippingChargeAmountcontent_KUT)}`,
    `Total: ${money(invoice.TotalGrossAmount)} ${invoice.TotalGrossAmountCurrencyCode}`,
  ].map((text, index) => ({ text, x: 420, y: 88 - index * 15, size: 10, bold: index === 2 }))

const money = (amount: string) => decimalText(decimal(amount), 2)

const trimmed = (quantity: string) => quantity.replace(/\.0*$|(\.\d*[1-9])0+$/, '$1')

const dateText = (moment: number) => new Date(moment).toISOString().slice(0, 10)
