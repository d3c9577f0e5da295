import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { queueMail } from '#mail/send-mail.ts'
import { recordAudit } from '#audit/record-entry.ts'
import type { Config } from '#platform/config.ts'
import { transaction } from '#platform/db/connect.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import type { CountAttempt } from '#platform/http/limits.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { RequestFacts } from '#platform/http/serve.ts'
import { enqueue } from '#platform/jobs/queue.ts'
import { passwordChangedEmail, resetEmail } from './compose-emails.ts'
import type { ResetPassword } from './account-shapes.ts'
import { endSessions } from './end-sessions.ts'
import { restrictPasskeys } from './factors/restrict-passkeys.ts'
import { hashPassword } from './hash-password.ts'
import { refuseWeakPassword } from './check-password.ts'
import { registerDevice } from './recognize-device.ts'
import { hashKey, makeKey } from './make-key.ts'
import { queueNotice } from './queue-notice.ts'

const minutesValid = 60
/** Between mails to an address for which too many ask. */
const quietMinutes = 10

interface Resetting {
  db: Db
  config: Config
  countAttempt: CountAttempt
}

export const resetKind = 'accounts.send-reset-link'

/** Mails a key that leads to a new password; what the answer tells about unknown addresses is a setting. */
export const sendResetLink = async (
  { db, config, countAttempt }: Resetting,
  email: string,
  request: RequestFacts,
): Promise<void> => {
  const { network } = request
  await countAttempt(db, { what: 'reset-from', whom: [network], most: 20, seconds: 3_600 })
  await countAttempt(db, { what: 'reset', whom: [network, email], most: 5, seconds: 3_600 })
  const isFlooded = await isOver(countAttempt(db, { what: 'reset-to', whom: [email], most: 8, seconds: 3_600 }))
  // Looking the address up later makes both answers the same work: the time they take tells nothing either.
  if (config.HIDE_UNKNOWN_EMAIL)
    return enqueue(db, {
      kind: resetKind,
      payload: { email, requestId: request.id, ip: request.ip, ...(isFlooded && { isFlooded: '1' }) },
    })
  if (!(await mailResetKey(db, config, { email, request, isFlooded }))) throw notFound('User')
}

/** Whoever asks for somebody else's mails must not use up his: beyond this limit nobody is refused. */
const isOver = (counted: Promise<void>): Promise<boolean> =>
  counted.then(
    () => false,
    (error: unknown) => {
      if (error instanceof Refusal) return true
      throw error
    },
  )

interface ResetRequest {
  email: string
  request: Pick<RequestFacts, 'id' | 'ip'>
  /** So many asked that a key of the last minutes is answer enough. */
  isFlooded: boolean
}

/** False when nobody has this address. */
export const mailResetKey = (db: Db, config: Config, { email, request, isFlooded }: ResetRequest): Promise<boolean> =>
  transaction(db, async (tx) => {
    const account = await accountHolderOf(tx, email)
    if (!account) return false
    if (isFlooded && (await hasYoungKey(tx, account.id))) return true
    const key = await makeKey(tx, { userId: account.id, purpose: 'reset', minutes: minutesValid })
    await queueMail(tx, resetEmail(account, { key, publicUrl: config.PUBLIC_URL }))
    await recordAudit(tx, {
      actorId: null,
      action: 'password reset requested',
      entity: 'account',
      entityId: account.id,
      request,
    })
    return true
  })

const hasYoungKey = async (tx: Tx, userId: string): Promise<boolean> => {
  const key = await tx
    .selectFrom('password_key')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'reset')
    .where('created_at', '>', sql<Date>`now() - make_interval(mins => ${quietMinutes})`)
    .executeTakeFirst()
  return key !== undefined
}

const accountHolderOf = (tx: Tx, email: string) =>
  tx
    .selectFrom('account')
    .select(['id', 'email', 'name', 'last_name', 'company_name', 'is_active'])
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

const refused = () => new Refusal(400, 'Invalid or expired key')

/**
 * Takes the key out of use and sets the password; every session ends, and no passkey signs in alone until its holder says that it
 * is theirs. Whatever is wrong with a key, the answer is one. Answers with the cookie by which this browser is known from now on:
 * it has shown a key that was mailed to the holder.
 */
export const setPassword = async (
  { db, config, countAttempt }: Resetting,
  { email, pass, key }: z.infer<typeof ResetPassword>,
  request: RequestFacts,
): Promise<string> => {
  const { network } = request
  await countAttempt(db, { what: 'set-password-from', whom: [network], most: 50, seconds: 900 })
  await countAttempt(db, { what: 'set-password', whom: [network, email], most: 10, seconds: 900 })
  refuseWeakPassword(pass, { email }, 'pass')
  const passwordHash = await hashPassword(pass)
  const userId = await transaction(db, async (tx) => {
    const account = await accountHolderOf(tx, email)
    const used = account && (await takeKey(tx, account.id, key))
    if (!used) return null
    await tx
      .updateTable('user_account')
      .set({
        password_hash: passwordHash,
        // The key was mailed to it.
        email_proven_at: sql<Date>`coalesce(email_proven_at, now())`,
        version: sql`version + 1`,
      })
      .where('id', '=', account.id)
      .execute()
    await endSessions(tx, account.id)
    await restrictPasskeys(tx, account.id)
    await tx.deleteFrom('password_key').where('user_id', '=', account.id).execute()
    // Whoever asked for a new address may be whom the new password keeps out.
    await tx.deleteFrom('email_proof').where('user_id', '=', account.id).where('proven_at', 'is', null).execute()
    await recordAudit(tx, {
      actorId: account.id,
      action: used === 'invitation' ? 'invitation accepted' : 'password reset',
      entity: 'account',
      entityId: account.id,
      request,
    })
    await queueNotice(tx, account.id, passwordChangedEmail(account, config.CONTACT_EMAIL))
    return account.id
  })
  if (!userId) throw refused()
  return registerDevice(db, { userId, cookie: request.cookie, config })
}

/** One statement, so that two requests with one key cannot both have it. */
const takeKey = async (tx: Tx, userId: string, key: string): Promise<'reset' | 'invitation' | null> => {
  const taken = await tx
    .deleteFrom('password_key')
    .where('user_id', '=', userId)
    .where('key_hash', '=', hashKey(key))
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('purpose')
    .executeTakeFirst()
  return taken?.purpose ?? null
}
