import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Endpoint, Limit as DeclaredLimit } from '#shared/endpoint.ts'
import type { Db } from '../db/tables.ts'
import type { Caller } from './bearer.ts'
import { Refusal } from './refusal.ts'

interface Limit {
  /** The counter's name, such as `sign-in`. */
  what: string
  /** The counter's subject. It is hashed, so user input neither collides with other counters nor gets stored. */
  whom: readonly string[]
  most: number
  seconds: number
  /** A message, or a function of the remaining time. */
  message?: string | ((minutes: number, seconds: number) => string)
}

export type CountAttempt = (db: Db, limit: Limit) => Promise<void>

const keyOf = ({ what, whom }: Limit): string =>
  `${what}:${createHash('sha256').update(JSON.stringify(whom)).digest('base64url')}`

/** Counts an attempt in the database, before it is made, for all processes; 429 above the limit. */
export const makeCountAttempt =
  (factor: number): CountAttempt =>
  async (db, limit) => {
    if (factor === 0) return
    const { most, seconds, message } = limit
    const { count, waitSeconds } = await db
      .insertInto('attempt')
      .values({ key: keyOf(limit), count: 1, window_ends_at: sql<Date>`now() + make_interval(secs => ${seconds})` })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({
          count: sql`case when attempt.window_ends_at < now() then 1 else attempt.count + 1 end`,
          window_ends_at: sql`case when attempt.window_ends_at < now() then excluded.window_ends_at else attempt.window_ends_at end`,
        }),
      )
      .returning(['count', sql<number>`ceil(extract(epoch from window_ends_at - now()))::int`.as('waitSeconds')])
      .executeTakeFirstOrThrow()
    if (count > most * factor) throw new Refusal(429, sentence(message, waitSeconds), { retryAfter: waitSeconds })
  }

/** False above the limit, for attempts that are counted but not refused. */
export const isAllowed = (counted: Promise<void>): Promise<boolean> =>
  counted.then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal) return false
      throw error
    },
  )

const sentence = (message: Limit['message'], seconds: number): string => {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  if (typeof message === 'function') return message(minutes, seconds)
  return message ?? `Too many attempts. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.`
}

interface LimitedCall {
  user: Caller | null
  request: { network: string }
  params?: unknown
  body?: unknown
}

export type CheckLimits = (endpoint: Endpoint, call: LimitedCall) => Promise<void>

/** Counts a call against the limits that its endpoint declares, in their order. */
export const makeCheckLimits =
  (db: Db, countAttempt: CountAttempt): CheckLimits =>
  async ({ limits = [] }, call) => {
    for (const { name, per, ...rest } of limits) {
      const limit = { what: name, whom: [per].flat().map((subject) => valueOf(subject, call)), ...rest }
      await countAttempt(db, limit)
    }
  }

type Subject = Exclude<DeclaredLimit['per'], readonly unknown[]>

const valueOf = (subject: Subject, { user, request, params, body }: LimitedCall): string => {
  if (subject === 'caller' && user) return user._id
  if (subject === 'caller' || subject === 'network') return request.network
  const [part, field = ''] = subject.split('.')
  return String(Object(part === 'params' ? params : body)[field])
}
