import { sql } from 'kysely'
import type { Db } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { maxPeople, type People } from './contract.ts'
import { findBusiness } from './find-business.ts'

/** Users of the business, active ones first. */
export const peopleOf = async (db: Db, caller: Caller, userId: string): Promise<People> => {
  const { id, name, isManaged } = await findBusiness(db, caller, userId)
  const people = await db
    .selectFrom('user_account')
    .select([
      'id as _id',
      'name',
      'last_name as lastName',
      'email',
      'buying_role as role',
      'is_active as isActive',
      sql<boolean>`password_hash is not null`.as('hasPassword'),
    ])
    .where('business_id', '=', id)
    .where('deleted_at', 'is', null)
    .where('is_admin', '=', false)
    .where('is_sales_rep', '=', false)
    .orderBy('is_active', 'desc')
    .orderBy('last_name')
    .orderBy('name')
    .orderBy('id')
    .limit(maxPeople)
    .execute()
  return { companyName: name, isManaged, people }
}
