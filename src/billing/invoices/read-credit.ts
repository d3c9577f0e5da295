import type * as z from 'zod/mini'
import { sql } from 'kysely'
import { toCents, toDollars } from '#shared/money.ts'
import type { Db } from '#platform/db/tables.ts'
import type { invoices } from './contract.ts'

/**
 * What the ERP last said of the credit limit of a business, less what was ordered since: of that it did not know yet. Null
 * where it says nothing.
 */
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
  // Orders are in dollars; of another currency nothing can be taken off.
  const orderedSince = currency === 'USD' ? await sumSince(db, businessId, saidAt) : null
  if (left === null || orderedSince === null) return { ...credit, orderedSince }
  return { ...credit, left: toDollars(toCents(left) - toCents(orderedSince)), orderedSince }
}

/** What was ordered after that moment, and what the ERP had no number for by then; what is paid already takes no credit. */
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
