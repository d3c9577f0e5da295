import { sql } from 'kysely'
import { allOf, anyOf, type Condition, contains, containsName, type Expression } from '#platform/db/conditions.ts'

/** A name or a number of products, and the products that have it. */
export interface NamedProduct {
  text: string
  ids: readonly string[]
}

/** Finds the products that a text names, as it stands. */
export type FindNamed = (text: string) => Promise<readonly string[]>

export const namedProduct = async (findNamed: FindNamed, text: string | undefined): Promise<NamedProduct | null> =>
  text === undefined ? null : { text, ids: await findNamed(text) }

/** The order with this id holds one of them; a product that the portal does not have is found by what the ERP calls it. */
export const isOrderWith = (orderId: Expression, { text, ids }: NamedProduct): Condition => {
  const isCalledSo = anyOf([containsName(sql`name`, text), contains(sql`slug`, text)])
  const isNamed = allOf([sql<boolean>`product_id is null`, isCalledSo])
  return sql<boolean>`${orderId} in (
    select order_id from order_line where product_id = any(${ids}::uuid[])
    union all select order_id from order_line where ${isNamed}
  )`
}
