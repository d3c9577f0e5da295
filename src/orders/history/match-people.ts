import { sql } from 'kysely'
import { idsOfPeopleCalled } from '#customers/match-people.ts'
import { anyOf, type Condition } from '#platform/db/conditions.ts'

/**
 * Orders for this person, or placed by them for others. A customer's orders are found through the business, which is
 * indexed; staff have the orders they placed for others. The conditions must match the index exactly.
 */
export const isByPerson = (text: string): Condition => {
  const people = idsOfPeopleCalled(text)
  return anyOf([
    sql<boolean>`(user_id = any(${people}) and business_id = any(array(
      select business_id from user_account where id = any(${people}) and business_id is not null)))`,
    sql<boolean>`(placed_by = any(${people}) and placed_by is not null and placed_by is distinct from user_id)`,
  ])
}
