import { sql } from 'kysely'
import { allOf, anyOf, type Condition, contains, containsName, type Expression } from '#platform/db/conditions.ts'
import { idsOfPeopleCalled } from '#customers/match-people.ts'

/** A product name or number and the ids of the matching products. */
export interface NamedProduct {
  text: string
  ids: readonly string[]
}

/** Finds the products that match a text exactly as written. */
export type FindNamed = (text: string) => Promise<readonly string[]>

export const namedProduct = async (findNamed: FindNamed, text: string | undefined): Promise<NamedProduct | null> =>
  text === undefined ? null : { text, ids: await findNamed(text) }

/** Orders with one of the products; unknown ones are matched by the ERP's name and number on the line. */
export const isOrderWith = (orderId: Expression, { text, ids }: NamedProduct): Condition => {
  const isCalledSo = anyOf([containsName(sql`name`, text), contains(sql`slug`, text)])
  const isNamed = allOf([sql<boolean>`product_id is null`, isCalledSo])
  return sql<boolean>`${orderId} in (
    select order_id from order_line where product_id = any(${ids}::uuid[])
    union all select order_id from order_line where ${isNamed}
  )`
}

/** Orders for this person, or placed by them for others. The conditions must match the index exactly. */
export const isByPerson = (text: string): Condition => {
  const people = idsOfPeopleCalled(text)
  return anyOf([
    sql<boolean>`(user_id = any(${people}) and business_id = any(array(
      select business_id from user_account where id = any(${people}) and business_id is not null)))`,
    sql<boolean>`(placed_by = any(${people}) and placed_by is not null and placed_by is distinct from user_id)`,
  ])
}
