import { ErpError, type OpenItem } from '../gateway/erp.ts'
import { odataCount, field, readErpText, rowsOf } from './odata.ts'
import type { ErpSession } from './session.ts'

const pageSize = 5_000
const fields = { invoice: 'CIM_B_BTD_ID', currency: 'CIM_TRANSCURR', amount: 'FCOUTSTANDING_AMNT' }

/** Reads the whole list or fails: a partial list would mark unpaid invoices as paid. */
export const readOpenItems = async (
  report: ErpSession,
  name: string,
  signal: AbortSignal | undefined,
): Promise<readonly OpenItem[]> => {
  const items: OpenItem[] = []
  const total = { first: null as number | null, last: null as number | null }
  do {
    const body = await report.read(
      name,
      {
        $select: Object.values(fields).join(','),
        $orderby: fields.invoice,
        $top: String(pageSize),
        $skip: String(items.length),
        $inlinecount: 'allpages',
      },
      signal,
    )
    const rows = rowsOf(body)
    total.last = odataCount(body)
    total.first ??= total.last
    items.push(...rows.map(readItem))
    if (rows.length === 0) break
  } while (total.last !== null && items.length < total.last)
  if (total.first === null || total.first !== total.last || items.length !== total.first)
    throw incomprehensible('The ERP’s list of open items changed while it was read, or is not complete.')
  return items
}

const readItem = (row: unknown): OpenItem => {
  const invoiceId = readErpText(field(row, fields.invoice), 35)
  const currency = readErpText(field(row, fields.currency), 3)
  const amount = readFormattedAmount(field(row, fields.amount))
  if (!invoiceId || !currency) throw incomprehensible('An open item of the ERP has no invoice number or currency.')
  if (amount === null)
    throw incomprehensible(
      `The amounts of the ERP’s open items cannot be read (${String(field(row, fields.amount)).slice(0, 40)}): set the language and number format of the portal’s user to English (US).`,
    )
  return { invoiceId, amount, currency }
}

const incomprehensible = (message: string) => new ErpError('not-sent', message, { needsOperator: true })

/** Parses `1,770.00 USD` or a plain decimal. Ambiguous ones such as `1.770,00 USD` and `1.770 USD` are refused. */
export const readFormattedAmount = (value: unknown): number | null => {
  if (typeof value === 'number') return Number.isFinite(value) && Math.abs(value) < 1e12 ? value : null
  if (typeof value !== 'string') return null
  const text = value.trim()
  const isFormatted = /^-?(\d{1,3}(,\d{3})+|\d{1,12})\.\d{2}( [A-Z]{3})?$/.test(text)
  const isPlain = /^-?\d{1,12}(\.\d{4,14})?$/.test(text)
  return isFormatted || isPlain ? Number(text.replaceAll(/[,A-Z ]/g, '')) : null
}
