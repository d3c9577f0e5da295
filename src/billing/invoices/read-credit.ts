import type * as z from 'zod/mini'
import { sql } from 'kysely'
import { toCents, toDollars } from '#shared/money.ts'
import type { Db } from '#platform/db/tables.ts'
import type { invoices } from './contract.ts'

/** The credit limit that the ERP last reported; `left` is reduced by orders the report does not include. */
export const creditOf = async (
  db: Db,
  businessId: string | null,
): Promise<z.input<typeof invoices.creditLimit.reply>> => {
  if (businessId === null) return null
  const credit = await db
    .selectFrom('business_credit')
    .innerJoin('business', 'business.id', 'business_id')
    .select(['credit_limit as limit', 'credit_left as left', 'currency_code as currency', 'said_at as saidAt'])
    .where('business_id', '=', businessId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!credit) return null
  const { left, currency, saidAt } = credit
  // Orders are in dollars, so they cannot be deducted from a limit in another currency.
  const orderedSince = currency === 'USD' ? await sumSince(db, businessId, saidAt) : null
  if (left === null || orderedSince === null) return { ...credit, orderedSince }
  return { ...credit, left: toDollars(toCents(left) - toCents(orderedSince)), orderedSince }
}

/** The total of unpaid orders that were placed after the report or had no ERP number at that time. */
const sumSince = async (db: Db, businessId: string, saidAt: Date): Promise<number> => {
  const isDue = sql`business_id = ${businessId}::uuid and deleted_at is null and not is_cancelled and not is_paid`
  const { rows } = await sql<{ amount: number }>`
    select coalesce(sum(total_price), 0) as amount from (
      select id, total_price from sales_order where ${isDue} and created_at > ${saidAt}
      union
      select id, total_price from sales_order
      where ${isDue} and erp_status is distinct from '3' and not erp_created
        and (erp_id is null or numbered_at > ${saidAt})
    ) since`.execute(db)
  return rows[0]?.amount ?? 0
}
