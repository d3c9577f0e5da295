import { sql } from 'kysely'
import { allOf, type Condition, containsName, containsNameIndexed, type Expression } from '#platform/db/conditions.ts'

const maxFound = 500

/** Ids of businesses whose name contains the text; `isIndexed` for a few matches in a long list. */
export const idsOfBusinessesCalled = (text: string, { isIndexed = false } = {}): Expression => {
  const isCalled = (isIndexed ? containsNameIndexed : containsName)(sql`name`, text)
  return sql`array(select id from business where ${isCalled} limit ${sql.lit(maxFound)})`
}

/** Array of the account numbers of open businesses whose name contains the text. */
export const accountsOfBusinessesCalled = (text: string): Expression => {
  const isCalled = allOf([containsNameIndexed(sql`name`, text), isOpenAccount])
  return sql`array(select account_number from business where ${isCalled} limit ${sql.lit(maxFound)})`
}

const isOpenAccount: Condition = sql<boolean>`account_number <> '' and deleted_at is null`
