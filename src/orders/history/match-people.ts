import { sql } from 'kysely'
import { idsOfPeopleCalled } from '#customers/match-people.ts'
import { anyOf, type Condition } from '#platform/db/conditions.ts'

/**
 * For this person, or placed by them for others. Orders of a business's users are those of the business, by which they are
 * indexed; of the staff those that they placed for others. Written exactly as in the index.
 */
export const isByPerson = (text: string): Condition => {
  const people = idsOfPeopleCalled(text)
  return anyOf([
    sql<boolean>`(user_id = any(${people}) and business_id = any(array(
      select business_id from user_account where id = any(${people}) and business_id is not null)))`,
    sql<boolean>`(placed_by = any(${people}) and placed_by is not null and placed_by is distinct from user_id)`,
  ])
}
