import { inCurrency, toCents, toDollars } from '#shared/money.ts'
import { isInvoiceOf } from '#customers/business/own-records.ts'
import { businessDay } from '#shared/business-day.ts'
import { dayWords } from '#shared/day-words.ts'
import type { Db, Row } from '#platform/db/tables.ts'
import type { CsvColumns } from '#platform/http/csv.ts'
import type { Composed } from '#platform/pdf/document.ts'
import { waysToPay } from './contract.ts'
import { daysOverdue, isMoney, openAmountOf, settlementOf, settlementState } from './read-settlement.ts'
import {
  invoicesOfMonth,
  maxPrinted,
  owedInvoices,
  type PaymentOfMonth,
  type PaymentsOfMonth,
  type StatementQuery,
} from './read-statement.ts'
import { totalInvoices } from './total-invoices.ts'

export const statementCsv = (today: string): CsvColumns<Row<'invoice'>> => ({
  Invoice: (row) => row.id,
  Date: (row) => row.invoice_date,
  Due: (row) => row.due_date,
  'Purchase order': (row) => row.purchase_order,
  Currency: (row) => row.currency_code,
  Net: (row) => row.total_net_amount,
  Gross: (row) => row.total_gross_amount,
  Open: openAmountOf,
  State: (row) => settlementOf(row, today),
})

type Part = Composed['parts'][number]
type Totals = Awaited<ReturnType<typeof totalInvoices>>

const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** `November 2026`, for the month 2026-11. */
export const monthName = (month: string): string => monthFormat.format(new Date(`${month}-01`))

/** Lists what is open today by age, and the invoices and payments of the month. */
export const composeStatement = async (
  { db, timeZone, paymentsOfMonth }: { db: Db; timeZone: string; paymentsOfMonth: PaymentsOfMonth },
  wanted: StatementQuery & { company: string },
): Promise<Composed> => {
  const { account, month, company } = wanted
  const today = businessDay(timeZone)
  const [rows, owed, paid, totals] = await Promise.all([
    invoicesOfMonth(db, wanted),
    owedInvoices(db, account),
    paymentsOfMonth(db, { account, month, timeZone, most: maxPrinted + 1 }),
    totalInvoices(db, isInvoiceOf(account)),
  ])
  const [billed, credits] = [rows.filter((row) => !row.is_credit), rows.filter((row) => row.is_credit)]
  return {
    name: `statement-${month}-${account}.pdf`,
    title: `Statement for ${monthName(month)}`,
    lead: [company, `account ${account}`, `created on ${dayWords(today)}`].filter(Boolean).join(' · '),
    foot: `statement for ${monthName(month)} · account ${account}`,
    parts: [
      ...totals.flatMap((of) => openPart(of, timeZone)),
      ...owedPart(owed, today),
      ...monthPart(`Invoices dated ${monthName(month)}`, billed, 'No invoices in this month.'),
      ...(credits.length > 0 ? monthPart(`Credit notes dated ${monthName(month)}`, credits, '') : []),
      ...paymentPart(paid, month),
    ],
  }
}

const monthPart = (title: string, rows: readonly Row<'invoice'>[], none: string): Part[] => [
  { kind: 'heading', text: title },
  ...tableOf(
    columnsOf('Number', 'Purchase order'),
    rows.map((row) => printedLine(row, row.purchase_order, openWord(row))),
    sumLines(rows),
    none,
  ),
]

const tableOf = (
  titles: Extract<Part, { kind: 'table' }>['columns'],
  rows: readonly string[][],
  sums: readonly string[][],
  none: string,
): Part[] => {
  if (rows.length === 0) return [{ kind: 'text', text: none }]
  const table: Part = { kind: 'table', columns: titles, rows: [...rows.slice(0, maxPrinted), ...sums] }
  return rows.length > maxPrinted
    ? [table, { kind: 'text', text: `The first ${maxPrinted} are printed. The lists in the portal have them all.` }]
    : [table]
}

const amount = (title: string, width: number) => ({ title, width, align: 'right' as const })

const columnsOf = (number: string, about: string) => [
  { title: number, width: 84 },
  { title: 'Date', width: 62 },
  { title: 'Due', width: 62 },
  { title: about, width: '*' as const },
  amount('Gross', 82),
  amount('Open', 82),
]

const printedLine = (row: Row<'invoice'>, about: string, open: string): string[] => [
  row.id,
  row.invoice_date ? dayWords(row.invoice_date) : '',
  row.due_date ? dayWords(row.due_date) : '',
  about,
  inCurrency(row.total_gross_amount, row.currency_code),
  open,
]

const openWord = (row: Row<'invoice'>): string => {
  if (!isMoney(row)) return settlementState(row)
  return row.open_amount === null ? 'not yet reported' : inCurrency(row.open_amount, row.currency_code)
}

const sumLines = (rows: readonly Row<'invoice'>[]): string[][] =>
  sumsOf(rows.filter(isMoney).map((row) => ({ currency: row.currency_code, amount: row.total_gross_amount }))).map(
    (sum) => ['Total', '', '', '', sum, ''],
  )

const sumsOf = (amounts: readonly { currency: string; amount: number }[]): string[] =>
  [...new Set(amounts.map(({ currency }) => currency))].map((currency) => {
    const cents = amounts.filter((one) => one.currency === currency).reduce((sum, one) => sum + toCents(one.amount), 0)
    return inCurrency(toDollars(cents), currency)
  })

const owedPart = (owed: readonly Row<'invoice'>[], today: string): Part[] => {
  if (owed.length === 0) return []
  const lines = owed.map((row) =>
    printedLine(row, ageWord(row, today), inCurrency(row.open_amount ?? 0, row.currency_code)),
  )
  return [
    { kind: 'heading', text: 'Open invoices and credit notes' },
    ...tableOf(columnsOf('Invoice', 'Age'), lines, [], ''),
  ]
}

const ageWord = ({ due_date, is_credit }: Row<'invoice'>, today: string): string => {
  if (is_credit) return 'credit note'
  const days = daysOverdue(due_date, today)
  if (days === null) return 'no due date'
  if (days <= 0) return 'not due'
  return days === 1 ? '1 day overdue' : `${days} days overdue`
}

const paymentColumns = [
  { title: 'Day', width: 62 },
  { title: 'Method', width: 96 },
  { title: 'For', width: '*' as const },
  amount('Refunded', 82),
  amount('Paid', 82),
]

const paymentPart = (paid: readonly PaymentOfMonth[], month: string): Part[] => [
  { kind: 'heading', text: `Payments made in the portal in ${monthName(month)}` },
  ...tableOf(
    paymentColumns,
    paid.map((one) => [
      dayWords(one.day),
      waysToPay[one.way],
      one.what,
      one.refunded > 0 ? inCurrency(one.refunded, one.currency) : '',
      inCurrency(one.amount, one.currency),
    ]),
    sumsOf(paid).map((sum) => ['Paid', '', '', '', sum]),
    'None.',
  ),
  {
    kind: 'text',
    text: 'Payments by check, wire transfer and other methods reduce the open amount once they are posted.',
  },
]

const openPart = (
  { currency, open, overdue, ages, credits, unknown, asOf }: Totals[number],
  timeZone: string,
): Part[] => {
  const counted = (sum: number, count: number, noun = 'invoice') =>
    `${inCurrency(sum, currency)} (${count} ${noun}${count === 1 ? '' : 's'})`
  const facts: (readonly [string, string])[] = [
    ...ages.map(({ label, amount: sum, invoices }) => [label, counted(sum, invoices)] as const),
    ['Overdue', inCurrency(overdue, currency)],
  ]
  if (credits.invoices > 0) facts.push(['Credit notes', counted(credits.amount, credits.invoices, 'credit note')])
  facts.push(['Total open', inCurrency(open, currency)])
  if (unknown.invoices > 0) facts.push(['Payment not yet reported', counted(unknown.amount, unknown.invoices)])
  facts.push(['As reported on', asOf ? dayWords(businessDay(timeZone, new Date(asOf))) : 'not reported'])
  return [
    { kind: 'heading', text: `Open today (${currency})` },
    { kind: 'facts', facts },
  ]
}
