import { sql } from 'kysely'
import type { Db } from '../db/tables.ts'
import { Refusal } from './refusal.ts'

interface Limit {
  /** What is counted and for whom, e.g. `sign-in:ann@acme.example`. */
  key: string
  most: number
  seconds: number
  message?: string
}

export type CountAttempt = (db: Db, limit: Limit) => Promise<void>

/** Counts an attempt before it is made, in the database so that restarts and processes share it; 429 when there were too many. */
export const makeCountAttempt =
  (factor: number): CountAttempt =>
  async (db, { key, most, seconds, message }) => {
    if (factor === 0) return
    const { count, waitSeconds } = await db
      .insertInto('attempt')
      .values({ key, count: 1, window_ends_at: sql<Date>`now() + make_interval(secs => ${seconds})` })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({
          count: sql`case when attempt.window_ends_at < now() then 1 else attempt.count + 1 end`,
          window_ends_at: sql`case when attempt.window_ends_at < now() then excluded.window_ends_at else attempt.window_ends_at end`,
        }),
      )
      .returning(['count', sql<number>`ceil(extract(epoch from window_ends_at - now()))::int`.as('waitSeconds')])
      .executeTakeFirstOrThrow()
    if (count > most * factor)
      throw new Refusal(429, message ?? 'Too many attempts. Please wait a moment and try again.', {
        retryAfter: waitSeconds,
      })
  }
