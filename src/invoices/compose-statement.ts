import { sql } from 'kysely'
import { inCurrency } from '#shared/money.ts'
import { dayOf } from '#shared/wire.ts'
import type { Db, Row } from '#platform/db/tables.ts'
import type { CsvColumns } from '#platform/http/csv.ts'
import type { Composed } from '#platform/pdf/document.ts'
import { isMoney, openAmountOf, settlementOf } from './judge-settlement.ts'
import { isInvoiceOf } from '#businesses/own-records.ts'
import { totalInvoices } from './total-invoices.ts'

interface Wanted {
  account: string
  month: string
}

const mostRows = 20_000
const mostPrinted = 1_000

/** The invoices of an account that are dated in a month, oldest first. */
export const invoicesOfMonth = (db: Db, { account, month }: Wanted): Promise<Row<'invoice'>[]> =>
  db
    .selectFrom('invoice')
    .selectAll()
    .where(isInvoiceOf(account))
    .where('invoice_date', '>=', `${month}-01`)
    .where(sql<boolean>`invoice_date < (${`${month}-01`}::date + interval '1 month')`)
    .orderBy('invoice_date')
    .orderBy('id')
    .limit(mostRows)
    .execute()

export const statementCsv: CsvColumns<Row<'invoice'>> = {
  Invoice: (row) => row.id,
  Date: (row) => row.invoice_date,
  Due: (row) => row.due_date,
  'Purchase order': (row) => row.purchase_order,
  Currency: (row) => row.currency_code,
  Net: (row) => row.total_net_amount,
  Gross: (row) => row.total_gross_amount,
  Open: openAmountOf,
  State: settlementOf,
}

/** The month's invoices, and everything that is open today with its age. */
export const composeStatement = async (db: Db, wanted: Wanted & { company: string }): Promise<Composed> => {
  const { account, month, company } = wanted
  const [rows, totals] = await Promise.all([invoicesOfMonth(db, wanted), totalInvoices(db, isInvoiceOf(account))])
  const today = dayOf(new Date())
  return {
    name: `statement-${month}-${account}.pdf`,
    title: `Statement ${month}`,
    lead: [company, `account ${account}`, `made on ${today}`].filter(Boolean).join(' · '),
    foot: `statement ${month} · account ${account}`,
    parts: [
      { kind: 'heading', text: `Invoices dated ${month}` },
      rows.length === 0
        ? { kind: 'text', text: 'No invoices in this month.' }
        : { kind: 'table', columns, rows: [...rows.slice(0, mostPrinted).map(printedLine), ...sumLines(rows)] },
      ...(rows.length > mostPrinted
        ? [{ kind: 'text' as const, text: `The first ${mostPrinted} of ${rows.length}; the CSV file has them all.` }]
        : []),
      ...totals.flatMap((total) => openPart(total)),
    ],
  }
}

const columns = [
  { title: 'Invoice', width: 84 },
  { title: 'Date', width: 62 },
  { title: 'Due', width: 62 },
  { title: 'Purchase order', width: '*' as const },
  { title: 'Gross', width: 82, align: 'right' as const },
  { title: 'Open', width: 82, align: 'right' as const },
]

const printedLine = (row: Row<'invoice'>): string[] => [
  row.id,
  row.invoice_date ?? '',
  row.due_date ?? '',
  row.purchase_order,
  inCurrency(row.total_gross_amount, row.currency_code),
  openWord(row),
]

const openWord = (row: Row<'invoice'>): string => {
  if (!isMoney(row)) return settlementOf(row)
  return row.open_amount === null ? 'unknown' : inCurrency(row.open_amount, row.currency_code)
}

const sumLines = (rows: readonly Row<'invoice'>[]): string[][] =>
  [...new Set(rows.map(({ currency_code }) => currency_code))].map((currency) => {
    const cents = rows
      .filter(isMoney)
      .filter(({ currency_code }) => currency_code === currency)
      .reduce((sum, { total_gross_amount }) => sum + Math.round(total_gross_amount * 100), 0)
    return ['Invoiced', '', '', '', inCurrency(cents / 100, currency), '']
  })

const openPart = ({ currency, open, ages, unknown, asOf }: Awaited<ReturnType<typeof totalInvoices>>[number]) => [
  { kind: 'heading' as const, text: `Open today (${currency})` },
  {
    kind: 'facts' as const,
    facts: [
      ...ages.map(({ label, amount, invoices }) => [label, `${inCurrency(amount, currency)} in ${invoices}`] as const),
      ['Open in all', inCurrency(open, currency)] as const,
      ...(unknown.invoices > 0
        ? [['Payment unknown', `${inCurrency(unknown.amount, currency)} in ${unknown.invoices}`] as const]
        : []),
      ['As reported on', asOf ? dayOf(asOf) : 'not reported'] as const,
    ],
  },
]
