import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Config } from '#platform/config.ts'
import type { Db } from '#platform/db/tables.ts'
import { readCookie, writeCookie } from '#platform/http/cookies.ts'
import type { App } from '#platform/feature.ts'
import type { RequestFacts } from '#platform/http/serve.ts'
import type { SignedInUser } from '#shared/signed-in-user.ts'
import { newDeviceEmail } from './compose-notices.ts'
import { documentCookie } from './document-cookie.ts'
import { accountByEmail } from './find-account.ts'
import { queueNotice } from './queue-notice.ts'

const name = 'apotheca_device'
const path = '/api/users/signin'
export const deviceDays = 180
/** Users per browser, and browsers per user. */
const maxPeople = 5
const maxDevices = 20

const hashOf = (token: string): Buffer => createHash('sha256').update(`device:${token}`).digest()

/** The tokens in the browser's cookie; malformed ones are dropped. */
const tokensOf = ({ cookie, config }: Pick<Visit, 'cookie' | 'config'>): string[] =>
  readCookie(cookie, name, config)
    .split('.')
    .filter((token) => /^[\w-]{43}$/.test(token))
    .slice(0, maxPeople)

interface Visit {
  userId: string
  cookie: string
  config: Pick<Config, 'PUBLIC_URL'>
}

/** The token that proves this user signed in here before; null for an unknown browser. */
const tokenKnown = async (db: Db, visit: Visit): Promise<string | null> => {
  const { userId } = visit
  const tokens = tokensOf(visit)
  if (tokens.length === 0) return null
  const known = await db
    .selectFrom('known_device')
    .select('token_hash')
    .where('user_id', '=', userId)
    .where('token_hash', 'in', tokens.map(hashOf))
    .executeTakeFirst()
  return tokens.find((token) => known?.token_hash.equals(hashOf(token))) ?? null
}

/** Whether the user signed in elsewhere before, but never here. */
const isUnknownDevice = async (db: Db, visit: Visit): Promise<boolean> => {
  if (await tokenKnown(db, visit)) return false
  const other = await db
    .selectFrom('known_device')
    .select('user_id')
    .where('user_id', '=', visit.userId)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** An id for the browser, if the owner of this address signed in there before. */
export const recognizeDevice = async (
  db: Db,
  { email, ...sent }: { email: string } & Omit<Visit, 'userId'>,
): Promise<string | null> => {
  if (tokensOf(sent).length === 0) return null
  const holder = await accountByEmail(db, email)
  const token = holder && (await tokenKnown(db, { userId: holder.id, ...sent }))
  return token ? hashOf(token).toString('hex') : null
}

/** After a sign-in: the cookie that recognizes this browser next time, for its earlier users as well. */
export const registerDevice = async (db: Db, visit: Visit): Promise<string> => {
  const { userId, config } = visit
  const known = await tokenKnown(db, visit)
  // An unknown token is never adopted, because another person could have planted it.
  const token = known ?? randomBytes(32).toString('base64url')
  await db
    .insertInto('known_device')
    .values({ user_id: userId, token_hash: hashOf(token) })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'token_hash']).doUpdateSet({ last_used_at: sql<Date>`now()` }),
    )
    .execute()
  if (!known) await forgetOldest(db, userId)
  const others = tokensOf(visit).filter((other) => other !== token)
  const value = [token, ...others].slice(0, maxPeople).join('.')
  return writeCookie({ name, value, path, seconds: deviceDays * 86_400 }, config)
}

const forgetOldest = (db: Db, userId: string) =>
  db
    .deleteFrom('known_device')
    .where('user_id', '=', userId)
    .where('token_hash', 'in', (eb) =>
      eb
        .selectFrom('known_device')
        .select('token_hash')
        .where('user_id', '=', userId)
        .orderBy('last_used_at', 'desc')
        .offset(maxDevices),
    )
    .execute()

/** Cookies after a sign-in: for documents, and to recognize this browser. Emails a notice if it is a new one. */
export const recognizeBrowser = async (
  { db, config }: Pick<App, 'db' | 'config'>,
  { _id: userId, token, email, name }: SignedInUser,
  { cookie, ip, userAgent }: RequestFacts,
): Promise<string[]> => {
  if (await isUnknownDevice(db, { userId, cookie, config }))
    await queueNotice(db, userId, newDeviceEmail({ email, name }, { ip, userAgent, at: new Date() }, config))
  return [documentCookie(token, config), await registerDevice(db, { userId, cookie, config })]
}
