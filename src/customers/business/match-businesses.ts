import { sql } from 'kysely'
import { allOf, type Condition, containsName, containsNameIndexed, type Expression } from '#platform/db/conditions.ts'

const maxFound = 500

/** The businesses with this text in their name, as an array of their ids; the few of a long list by an index. */
export const idsOfBusinessesCalled = (text: string, { isIndexed = false } = {}): Expression => {
  const isCalled = (isIndexed ? containsNameIndexed : containsName)(sql`name`, text)
  return sql`array(select id from business where ${isCalled} limit ${sql.lit(maxFound)})`
}

/** Their account numbers, of those that are not closed. */
export const accountsOfBusinessesCalled = (text: string): Expression => {
  const isCalled = allOf([containsNameIndexed(sql`name`, text), isOpenAccount])
  return sql`array(select account_number from business where ${isCalled} limit ${sql.lit(maxFound)})`
}

const isOpenAccount: Condition = sql<boolean>`account_number <> '' and deleted_at is null`
