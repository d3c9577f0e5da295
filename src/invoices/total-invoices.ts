import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Condition } from '#platform/db/conditions.ts'
import type { Db } from '#platform/db/tables.ts'
import type { InvoiceTotals } from './contract.ts'
import { isOpenCredit, isOwed } from './judge-settlement.ts'

interface Open {
  currency: string
  age: number
  invoices: number
  amount: number
}

interface Year {
  currency: string
  invoices: number
  invoiced: number
  paid: number
  unknown_invoices: number
  unknown_amount: number
  as_of: Date | null
}

const ageLabels = ['Not due', '1–30 days', '31–60 days', '61–90 days', 'Over 90 days']

/** Neither a cancellation nor what it cancels is money; written as in the indexes. */
const isMoney = sql<boolean>`not is_cancellation and cancelled_by is null`

interface Credits {
  currency: string
  invoices: number
  amount: number
}

/** The credit notes that are not used up, below zero. */
const creditsOf = async (db: Db, whose: Condition | null): Promise<Credits[]> => {
  const { rows } = await sql<Credits>`
    select currency_code as currency, count(*)::int as invoices, sum(open_amount) as amount
    from invoice where ${isOpenCredit} and ${whose ?? everyone}
    group by currency_code`.execute(db)
  return rows
}

/**
 * What is owed, however old, and what was settled of the last twelve months' invoices. Only what the ERP reported is
 * added up; the rest is said to be unknown, and what was paid in the portal is owed no longer.
 */
export const totalInvoices = async (db: Db, whose: Condition | null): Promise<z.input<typeof InvoiceTotals>> => {
  const [open, year, credits] = await Promise.all([openOf(db, whose), lastYearOf(db, whose), creditsOf(db, whose)])
  return currenciesOf(open, year, credits)
    .toSorted()
    .map((currency) => {
      const ages = agesOf(ageLabels, open, currency)
      const settled = year.find((one) => one.currency === currency)
      const credit = credits.find((one) => one.currency === currency)
      return {
        currency,
        open: sum([...ages.map(({ amount }) => amount), credit?.amount ?? 0]),
        credits: { invoices: credit?.invoices ?? 0, amount: credit?.amount ?? 0 },
        overdue: sum(ages.slice(1).map(({ amount }) => amount)),
        paid: settled?.paid ?? 0,
        ages,
        unknown: { invoices: settled?.unknown_invoices ?? 0, amount: settled?.unknown_amount ?? 0 },
        asOf: settled?.as_of ?? null,
      }
    })
}

export const currenciesOf = (...rows: readonly { currency: string }[][]): string[] => [
  ...new Set(rows.flat().map(({ currency }) => currency)),
]

/** What is open in a currency, by how long it is due. */
export const agesOf = (labels: readonly string[], open: readonly Open[], currency: string) =>
  labels.map((label, age) => {
    const found = open.find((one) => one.currency === currency && one.age === age)
    return { label, invoices: found?.invoices ?? 0, amount: found?.amount ?? 0 }
  })

export const sum = (amounts: number[]): number =>
  Math.round(amounts.reduce((total, amount) => total + amount * 100, 0)) / 100

const today = sql`(now() at time zone 'UTC')::date`
const everyone = sql<boolean>`true`

/** All that is open, however old. */
export const openOf = async (db: Db, whose: Condition | null): Promise<Open[]> => {
  const { rows } = await sql<Open>`
    select currency_code as currency, age, count(*)::int as invoices, sum(open_amount) as amount
    from (
      select currency_code, open_amount, case
        when due_date is null or due_date >= ${today} then 0
        when ${today} - due_date <= 30 then 1
        when ${today} - due_date <= 60 then 2
        when ${today} - due_date <= 90 then 3
        else 4
      end as age
      from invoice where ${isOwed()} and ${whose ?? everyone}
    ) aged
    group by currency_code, age order by age`.execute(db)
  return rows
}

/** What was billed in the last twelve months. */
export const lastYearOf = async (db: Db, whose: Condition | null): Promise<Year[]> => {
  const { rows } = await sql<Year>`
    select currency_code as currency, count(*)::int as invoices, sum(total_gross_amount) as invoiced,
      coalesce(sum(total_gross_amount - greatest(open_amount, 0)) filter (where open_amount is not null), 0) as paid,
      count(*) filter (where open_amount is null)::int as unknown_invoices,
      coalesce(sum(total_gross_amount) filter (where open_amount is null), 0) as unknown_amount,
      max(open_amount_at) as as_of
    from invoice
    where invoice_date > ${today} - interval '12 months' and ${isMoney} and not is_credit and ${whose ?? everyone}
    group by currency_code order by invoiced desc, currency`.execute(db)
  return rows
}
