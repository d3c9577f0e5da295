import { sql } from 'kysely'
import { allOf, type Condition, containsName, type Expression } from '#platform/db/conditions.ts'

const maxFound = 500

export const queryWords = (query: string): string[] => query.trim().split(/\s+/).filter(Boolean)

/** Has this word in their name or email; written exactly as in the index. */
export const isCalled = (word: string): Condition => containsName(sql`name || ' ' || last_name || ' ' || email`, word)

/** The people with every word of a text in their name or email, deleted ones too, as an array of their ids. */
export const idsOfPeopleCalled = (text: string): Expression =>
  sql`array(select id from user_account where ${allOf(queryWords(text).map(isCalled))} limit ${sql.lit(maxFound)})`
