import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Db } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import type { Session } from './account-shapes.ts'
import { isAlive, type SessionLimits } from './find-caller.ts'

const sessionId = sql<string>`left(encode(token_hash, 'hex'), 32)`

/** The caller's live sessions, newest first. */
export const sessionsOf = async (db: Db, caller: Caller, limits: SessionLimits): Promise<z.input<typeof Session>[]> =>
  db
    .selectFrom('session')
    .innerJoin('user_account', 'user_account.id', 'session.user_id')
    .select([
      sessionId.as('_id'),
      'session.created_at as createdAt',
      'last_seen_at as lastSeenAt',
      'ip',
      'user_agent as userAgent',
      sql<boolean>`token_hash = ${caller.tokenHash}`.as('isCurrent'),
    ])
    .where('user_id', '=', caller._id)
    .where(isAlive(limits))
    .orderBy('session.created_at', 'desc')
    .limit(100)
    .execute()

/** False if it is not a session of the caller. */
export const endSessionOf = async (db: Db, caller: Caller, id: string): Promise<boolean> => {
  const ended = await db
    .deleteFrom('session')
    .where('user_id', '=', caller._id)
    .where(sessionId, '=', id)
    .executeTakeFirst()
  return ended.numDeletedRows > 0n
}
