import { type RawBuilder, sql } from 'kysely'

/** Businesses with an account request and no active user; users deactivated by a colleague are not requests. */
export const waitingBusinesses: RawBuilder<unknown> = sql`(
  select business_id from user_account
  where not is_admin and not is_sales_rep and deleted_at is null
  group by business_id
  having not bool_or(is_active) and bool_or(not is_active and deactivated_by is null)
)`
