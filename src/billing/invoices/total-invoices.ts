import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Condition, Expression } from '#platform/db/conditions.ts'
import type { Db } from '#platform/db/tables.ts'
import type { InvoiceTotals } from './contract.ts'
import { ageFilters } from './figure-shapes.ts'
import { isOpenCredit, isOwed, isPaidHere } from './read-settlement.ts'
import { currentDay, everyone, firstOfLastYear, lastYearOf, today, type YearTotals } from './total-last-year.ts'

interface Open {
  currency: string
  age: number
  invoices: number
  amount: number
}

const ageLabels = ['Not due', '1–30 days', '31–60 days', '61–90 days', 'Over 90 days']

interface Credits {
  currency: string
  invoices: number
  amount: number
}

/** Open credit notes; amounts are negative. */
const creditsOf = async (db: Db, whose: Condition | null): Promise<Credits[]> => {
  const { rows } = await sql<Credits>`
    select currency_code as currency, count(*)::int as invoices, sum(open_amount) as amount
    from invoice where ${isOpenCredit} and ${whose ?? everyone}
    group by currency_code`.execute(db)
  return rows
}

/**
 * What is owed, of any age, and what was paid of the invoices of the last 12 months. Only amounts that the ERP reported
 * are added up; the rest counts as unknown, and invoices paid in the portal are not owed.
 */
export const totalInvoices = (db: Db, whose: Condition): Promise<Totals> => totalsOf(db, whose, lastYearOf(db, whose))

/** The same for all customers. */
export const totalAllInvoices = (db: Db, year: Promise<YearTotals[]>): Promise<Totals> => totalsOf(db, null, year)

type Totals = z.input<typeof InvoiceTotals>

const totalsOf = async (db: Db, whose: Condition | null, billed: Promise<YearTotals[]>): Promise<Totals> => {
  const [open, year, credits, day] = await Promise.all([
    openOf(db, whose),
    billed,
    creditsOf(db, whose),
    currentDay(db),
  ])
  return currenciesOf(open, year, credits)
    .toSorted()
    .map((currency) => {
      const ages = agesOf(ageLabels, open, { currency, day })
      const settled = year.find((one) => one.currency === currency)
      const credit = credits.find((one) => one.currency === currency)
      return {
        currency,
        open: addAmounts([...ages.map(({ amount }) => amount), credit?.amount ?? 0]),
        credits: { invoices: credit?.invoices ?? 0, amount: credit?.amount ?? 0 },
        overdue: addAmounts(ages.slice(1).map(({ amount }) => amount)),
        paid: settled?.paid ?? 0,
        since: firstOfLastYear(day),
        ages,
        unknown: { invoices: settled?.unknown_invoices ?? 0, amount: settled?.unknown_amount ?? 0 },
        asOf: settled?.as_of ?? null,
      }
    })
}

export const currenciesOf = (...rows: readonly { currency: string }[][]): string[] => [
  ...new Set(rows.flat().map(({ currency }) => currency)),
]

/** Open amounts of a currency by age band. */
export const agesOf = (
  labels: readonly string[],
  open: readonly Open[],
  { currency, day }: { currency: string; day: string },
) =>
  ageFilters(day).map((filter, age) => {
    const found = open.find((one) => one.currency === currency && one.age === age)
    return {
      label: labels[age] ?? '',
      invoices: found?.invoices ?? 0,
      amount: found?.amount ?? 0,
      filter: Object.fromEntries(Object.entries({ ...filter, currency })),
    }
  })

export const addAmounts = (amounts: number[]): number =>
  Math.round(amounts.reduce((total, amount) => total + amount * 100, 0)) / 100

/** Open amounts by currency and age band. */
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

interface Overdue {
  account: string
  currency: string
  amount: number
}

/** Overdue amounts of an account by currency, largest first, by the ERP; an invoice counts for each account that it names. */
export const overdueByCurrency = (account: Expression): RawBuilder<unknown> => sql`
  select currency_code as currency, sum(open_amount) as amount from invoice
  where array[party_id, buyer_party_id, payer_party_id]::text[] @> array[${account}]
    and open_amount > 0 and not is_credit and not is_cancellation and cancelled_by is null
    and due_date < ${today}
    and not ${isPaidHere()}
  group by currency_code order by amount desc`

export const overdueOf = async (db: Db, accounts: readonly string[]): Promise<Overdue[]> => {
  const { rows } = await sql<Overdue>`
    select account, owed.currency, owed.amount
    from unnest(${accounts}::text[]) account cross join lateral (${overdueByCurrency(sql`account`)}) owed`.execute(db)
  return rows
}
