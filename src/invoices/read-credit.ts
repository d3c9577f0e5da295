import type * as z from 'zod/mini'
import type { Db } from '#platform/db/tables.ts'
import type { invoices } from './contract.ts'

/** What the ERP last said of the credit limit of a business; null where it says nothing. */
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
  return credit ?? null
}
