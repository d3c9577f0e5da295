import { sql } from 'kysely'
import type { Condition } from '#platform/db/conditions.ts'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Db } from '#platform/db/tables.ts'
import { dayAfter, yearBefore } from '#shared/business-day.ts'
import { makeValueCache } from '#platform/cache-values.ts'

export interface YearTotals {
  currency: string
  invoices: number
  invoiced: number
  paid: number
  unknown_invoices: number
  unknown_amount: number
  as_of: Date | null
}

/** A cancellation and the invoice it cancels count in no total. Must match the index predicates. */
export const isMoney = sql<boolean>`not is_cancellation and cancelled_by is null`

/** In the wholesaler's time zone, which decides when invoices fall due. */
export const today = sql`business_today()`

/** The same day as text, for the day filters of the list. */
export const currentDay = async (db: Db): Promise<string> => {
  const { rows } = await sql<{ day: string }>`select ${today}::text as day`.execute(db)
  return rows[0]?.day ?? ''
}

/** The first day of the last 12 months. */
export const firstOfLastYear = (day: string): string => dayAfter(yearBefore(day))

export const everyone = sql<boolean>`true`

/** Invoiced amounts of the last 12 months, by currency. */
export const lastYearOf = async (db: Db, whose: Condition | null): Promise<YearTotals[]> => {
  const { rows } = await sql<YearTotals>`
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

/** Cache version: invoices and payments change only when the ERP is read again or the business day ends. */
export const erpReadVersion = async (db: Db): Promise<string> => (await readingNow(db, {}))[0]?.version ?? ''

const readingNow = prepareStatement(
  () => sql<{ version: string }>`
    select concat_ws(' ', ${today}, max(finished_at)) as version
    from erp_sync where kind in ('invoices', 'openItems', 'sweep')`,
)

/** Caches the yearly totals of all customers until the next read of the ERP. */
export const cacheYearTotals = (db: Db): (() => Promise<YearTotals[]>) => {
  const kept = makeValueCache<YearTotals[]>(1)
  return async () => {
    const version = await erpReadVersion(db)
    return kept.get('all', version, async () => ({ version, value: await lastYearOf(db, null) }))
  }
}
