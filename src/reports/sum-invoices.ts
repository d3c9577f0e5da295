import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Memory } from '#platform/remember-values.ts'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Db } from '#platform/db/tables.ts'
import type { InvoiceOverview, InvoiceOverviews } from './contract.ts'

type Overviews = z.input<typeof InvoiceOverviews>

interface Billed {
  currency: string
  invoices: number
  invoiced: number
  received: number
  unknown: number
  as_of: Date | null
}

interface Pending {
  currency: string
  age: number
  invoices: number
  amount: number
}

const ageLabels = [
  'Not yet due',
  '1 to 30 days overdue',
  '31 to 60 days overdue',
  '61 to 90 days overdue',
  'More than 90 days overdue',
]

/**
 * Billed in the last twelve months: how much of it came in, and how much the ERP has said nothing about. What is
 * pending is all that is pending, however old.
 */
export const invoiceOverviews = async (db: Db, memory: Memory<Overviews>): Promise<Overviews> => {
  const version = await readingOf(db)
  return memory.get('all', version, async () => ({ version, value: await sumInvoices(db) }))
}

/** Invoices and payments come from the ERP alone, so the sums hold until it was read again, or the day is over. */
const readingOf = async (db: Db): Promise<string> => (await readingNow(db, {}))[0]?.version ?? ''

const readingNow = prepareStatement(
  () => sql<{ version: string }>`
    select concat_ws(' ', (now() at time zone 'UTC')::date, max(finished_at)) as version
    from erp_sync where kind in ('invoices', 'openItems', 'sweep')`,
)

const sumInvoices = async (db: Db): Promise<Overviews> => {
  const [billed, pending] = await Promise.all([billedOf(db), pendingOf(db)])
  const currencies = [...new Set([...billed, ...pending].map(({ currency }) => currency))]
  const dates = billed.flatMap(({ as_of }) => (as_of ? [as_of] : []))
  return {
    asOf: dates.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null,
    currencies: currencies.map((currency) =>
      overviewOf(
        currency,
        billed.find((one) => one.currency === currency),
        pending.filter((one) => one.currency === currency),
      ),
    ),
  }
}

const billedOf = async (db: Db): Promise<Billed[]> => {
  const { rows } = await sql<Billed>`
    select currency_code as currency, count(*)::int as invoices, sum(total_gross_amount) as invoiced,
      coalesce(sum(total_gross_amount - greatest(open_amount, 0)) filter (where open_amount is not null), 0) as received,
      coalesce(sum(total_gross_amount) filter (where open_amount is null), 0) as unknown,
      max(open_amount_at) as as_of
    from invoice
    where invoice_date > (now() at time zone 'UTC')::date - interval '12 months'
      and not is_cancellation and cancelled_by is null
    group by currency_code order by invoiced desc, currency`.execute(db)
  return rows
}

const pendingOf = async (db: Db): Promise<Pending[]> => {
  const { rows } = await sql<Pending>`
    select currency_code as currency, age, count(*)::int as invoices, sum(open_amount) as amount
    from (
      select currency_code, open_amount, case
        when late is null or late <= 0 then 0 when late <= 30 then 1 when late <= 60 then 2 when late <= 90 then 3 else 4
      end as age
      from (
        select currency_code, open_amount, (now() at time zone 'UTC')::date - due_date as late
        from invoice where open_amount > 0 and not is_cancellation and cancelled_by is null
      ) open
    ) aged
    group by currency_code, age order by age`.execute(db)
  return rows
}

const overviewOf = (currency: string, billed: Billed | undefined, pending: Pending[]): InvoiceOverview => ({
  currency,
  invoices: billed?.invoices ?? 0,
  invoiced: billed?.invoiced ?? 0,
  received: billed?.received ?? 0,
  unknown: billed?.unknown ?? 0,
  pending: Math.round(pending.reduce((sum, { amount }) => sum + amount * 100, 0)) / 100,
  ages: ageLabels.map((label, age) => {
    const found = pending.find((one) => one.age === age)
    return { label, invoices: found?.invoices ?? 0, amount: found?.amount ?? 0 }
  }),
})
