import { sql } from 'kysely'
import type { CustomerTotals } from '#customers/list-users.ts'
import { overdueOf } from '#billing/invoices/total-invoices.ts'
import type { Db } from '#platform/db/tables.ts'
import { arrayOf, latestMonths } from '#reordering/habits/compute-habits.ts'

const monthsOfYear = 12

/** By business: the latest order, the sales of the last twelve months, and overdue amounts. */
export const totalCustomers = async (
  db: Db,
  businessIds: readonly string[],
  today: string,
): Promise<Map<string, CustomerTotals>> => {
  const { rows } = await sql<{ id: string; account: string; lastOrderAt: Date | null; salesOfYear: number }>`
    select business.id, business.account_number as account,
      (select created_at from sales_order where business_id = business.id and deleted_at is null and not is_cancelled
        order by created_at desc, id limit 1) as "lastOrderAt",
      (select coalesce(sum(sales), 0) from sales_figure where scope = 'customer' and key = business.id::text
        and period = any(${arrayOf(latestMonths(monthsOfYear, today))}::text[])) as "salesOfYear"
    from business where id = any(${businessIds}::uuid[])`.execute(db)
  const overdue = await overdueOf(
    db,
    rows.flatMap(({ account }) => account || []),
  )
  return new Map(
    rows.map(({ id, account, lastOrderAt, salesOfYear }) => {
      const owed = overdue.filter((one) => one.account === account)
      return [id, { lastOrderAt, salesOfYear, overdue: owed.map(({ currency, amount }) => ({ currency, amount })) }]
    }),
  )
}
