import type { NewRow, Row, Tx } from '#platform/db/tables.ts'
import { toCents, toDollars } from '#shared/money.ts'
import type { ErpInvoice, ErpInvoiceLine } from '../gateway/erp.ts'

type Line = Row<'invoice_line'>

const rowsPerStatement = 1_000

/** Replaces the lines of invoices that the ERP reports differently; unreported lines stay. */
export const storeInvoiceLines = async (tx: Tx, invoices: readonly ErpInvoice[]): Promise<void> => {
  const told = new Map(
    invoices.flatMap(({ id, isCredit, lines }) =>
      lines ? [[id, lines.map(asRow(id, isCredit === true))] as const] : [],
    ),
  )
  if (told.size === 0) return
  const known = await tx
    .selectFrom('invoice_line')
    .selectAll()
    .where('invoice_id', 'in', [...told.keys()])
    .orderBy('invoice_id')
    .orderBy('line_no')
    .execute()
  const knownOf = Map.groupBy(known, ({ invoice_id }) => invoice_id)
  const news = [...told].filter(([id, lines]) => wordsOf(lines) !== wordsOf(knownOf.get(id) ?? []))
  if (news.length === 0) return
  await tx
    .deleteFrom('invoice_line')
    .where(
      'invoice_id',
      'in',
      news.map(([id]) => id),
    )
    .execute()
  const rows: NewRow<'invoice_line'>[] = news.flatMap(([, lines]) => lines)
  for (let start = 0; start < rows.length; start += rowsPerStatement)
    await tx
      .insertInto('invoice_line')
      .values(rows.slice(start, start + rowsPerStatement))
      .execute()
}

const asRow =
  (invoiceId: string, isCredit: boolean) =>
  (line: ErpInvoiceLine, index: number): Line => ({
    invoice_id: invoiceId,
    line_no: index + 1,
    product_number: line.productId,
    name: line.description,
    quantity: line.quantity === null ? null : Math.round(line.quantity * 1_000) / 1_000,
    unit: line.unit,
    net_amount:
      line.netAmount === null ? null : toDollars(toCents(isCredit ? -Math.abs(line.netAmount) : line.netAmount)),
  })

const wordsOf = (lines: readonly Line[]): string =>
  JSON.stringify(lines.map((line) => [line.product_number, line.name, line.quantity, line.unit, line.net_amount]))
