import { sql } from 'kysely'
import { queueMail } from '#mail/send-mail.ts'
import { recorderIn } from '#platform/act.ts'
import type { Config } from '#platform/config.ts'
import { transaction } from '#platform/db/connect.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import type { App } from '#platform/feature.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import { isAllowed } from '#platform/http/limits.ts'
import type { CallOf, RequestFacts } from '#platform/http/serve.ts'
import { enqueue } from '#platform/jobs/queue.ts'
import { accountByEmail } from './find-account.ts'
import { passwordChangedEmail, resetEmail } from './compose-emails.ts'
import type { accounts } from './contract.ts'
import { endSessions } from './end-sessions.ts'
import { restrictPasskeys } from './factors/restrict-passkeys.ts'
import { hashPassword } from './hash-password.ts'
import { refuseWeakPassword } from './check-password.ts'
import { registerDevice } from './recognize-device.ts'
import { hashKey, makeKey } from './make-key.ts'
import { queueNotice } from './queue-notice.ts'

const minutesValid = 60
/** Minutes between emails to an address with too many requests. */
const quietMinutes = 10

export const resetKind = 'accounts.send-reset-link'

/** Emails a key for setting a new password; a setting decides whether unknown addresses are reported. */
export const sendResetLink = async (
  { db, config, countAttempt }: App,
  { params: { email }, request }: CallOf<typeof accounts.sendResetLink>,
): Promise<void> => {
  // Strangers must not use up the owner's requests, so this limit refuses no one.
  const isFlooded = !(await isAllowed(countAttempt(db, { what: 'reset-to', whom: [email], most: 8, seconds: 3_600 })))
  // Deferring the lookup to a job makes the work the same, so that response time does not reveal whether the address is
  // known.
  if (config.HIDE_UNKNOWN_EMAIL)
    return enqueue(db, {
      kind: resetKind,
      payload: { email, requestId: request.id, ip: request.ip, ...(isFlooded && { isFlooded: '1' }) },
    })
  if (!(await mailResetKey(db, config, { email, request, isFlooded }))) throw notFound('User')
}

interface ResetRequest {
  email: string
  request: Pick<RequestFacts, 'id' | 'ip'>
  /** Too many requests: do not send another key if a recent one exists. */
  isFlooded: boolean
}

/** False if the address is unknown. */
export const mailResetKey = (db: Db, config: Config, { email, request, isFlooded }: ResetRequest): Promise<boolean> =>
  transaction(db, async (tx) => {
    const account = await accountByEmail(tx, email)
    if (!account) return false
    if (isFlooded && (await hasYoungKey(tx, account.id))) return true
    const key = await makeKey(tx, { userId: account.id, purpose: 'reset', minutes: minutesValid })
    await queueMail(tx, resetEmail(account, { key, publicUrl: config.PUBLIC_URL }))
    await recorderIn(tx, { user: null, request })('password reset requested', ['account', account.id])
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

const refused = () => new Refusal(400, 'Invalid or expired key')

/**
 * Consumes the key and sets the password. Ends every session and requires the password with each passkey until its
 * owner confirms it. Any invalid key gets the same error. Returns the cookie that recognizes this browser, which has
 * shown a key emailed to the owner.
 */
export const setPassword = async (
  { db, config }: App,
  { body: { email, pass, key }, request }: CallOf<typeof accounts.resetPassword>,
): Promise<string> => {
  refuseWeakPassword(pass, { email }, 'pass')
  const passwordHash = await hashPassword(pass)
  const userId = await transaction(db, async (tx) => {
    const account = await accountByEmail(tx, email)
    const used = account && (await takeKey(tx, account.id, key))
    if (!used) return null
    await tx
      .updateTable('user_account')
      .set({
        password_hash: passwordHash,
        // The key was emailed to this address.
        email_proven_at: sql<Date>`coalesce(email_proven_at, now())`,
        version: sql`version + 1`,
      })
      .where('id', '=', account.id)
      .execute()
    await endSessions(tx, account.id)
    await restrictPasskeys(tx, account.id)
    await tx.deleteFrom('password_key').where('user_id', '=', account.id).execute()
    // The pending address change may be from the intruder whom the new password locks out.
    await tx.deleteFrom('email_proof').where('user_id', '=', account.id).where('proven_at', 'is', null).execute()
    const action = used === 'invitation' ? 'invitation accepted' : 'password reset'
    await recorderIn(tx, { user: { _id: account.id }, request })(action, ['account', account.id])
    await queueNotice(tx, account.id, passwordChangedEmail(account, config.CONTACT_EMAIL))
    return account.id
  })
  if (!userId) throw refused()
  return registerDevice(db, { userId, cookie: request.cookie, config })
}

/** A single statement, so that only one of two requests with the same key gets it. */
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
