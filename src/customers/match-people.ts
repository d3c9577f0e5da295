import { sql } from 'kysely'
import { allOf, type Condition, containsName, type Expression } from '#platform/db/conditions.ts'

const maxFound = 500

export const queryWords = (query: string): string[] => query.trim().split(/\s+/).filter(Boolean)

/** The word is in their name or email. Must match the index expression exactly. */
export const isCalled = (word: string): Condition => containsName(sql`name || ' ' || last_name || ' ' || email`, word)

/** Array of the ids of people whose name or email contains every word, including deleted ones. */
export const idsOfPeopleCalled = (text: string): Expression =>
  sql`array(select id from user_account where ${allOf(queryWords(text).map(isCalled))} limit ${sql.lit(maxFound)})`
