import { sql } from 'kysely'
import type { Condition } from '#platform/db/conditions.ts'

/** A business with at least one active customer; all others belong to applicants or staff, or are closed. */
export const hasCustomers: Condition = sql<boolean>`exists (
  select from user_account
  where business_id = business.id and is_active and not is_admin and not is_sales_rep and user_account.deleted_at is null
)`
