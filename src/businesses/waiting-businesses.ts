import { type RawBuilder, sql } from 'kysely'

/**
 * Businesses of which somebody asked to become a customer and nobody may sign in yet, as the list of customers has them: not
 * who was switched off by a colleague.
 */
export const waitingBusinesses: RawBuilder<unknown> = sql`(
  select business_id from user_account
  where not is_admin and not is_sales_rep and deleted_at is null
  group by business_id
  having not bool_or(is_active) and bool_or(not is_active and deactivated_by is null)
)`
