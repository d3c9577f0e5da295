import type { Db, Tx } from '#platform/db/tables.ts'

/** Active users of a business by name, without staff. */
export const findActivePeople = (db: Db | Tx, businessId: string | null) =>
  db
    .selectFrom('user_account')
    .select(['id as _id', 'name', 'last_name as lastName'])
    .where('business_id', '=', businessId)
    .where('is_admin', '=', false)
    .where('is_sales_rep', '=', false)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('last_name')
    .orderBy('name')
    .orderBy('id')
