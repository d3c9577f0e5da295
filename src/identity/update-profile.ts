import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { recorderIn } from '#platform/act.ts'
import { transaction } from '#platform/db/connect.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import type { App } from '#platform/feature.ts'
import type { Caller } from '#platform/http/bearer.ts'
import type { CountAttempt } from '#platform/http/limits.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { CallOf, RequestFacts } from '#platform/http/serve.ts'
import { passwordChangedEmail } from './compose-emails.ts'
import type { ChangedProfile } from './account-shapes.ts'
import type { accounts } from './contract.ts'
import { endSessions } from './end-sessions.ts'
import { isOwnPassword } from './confirm-password.ts'
import { hashPassword } from './hash-password.ts'
import { refuseWeakPassword } from './check-password.ts'
import { lockAccount } from './lock-account.ts'
import { queueNotice } from './queue-notice.ts'
import { requestEmail } from './request-email.ts'
import { openSession } from './open-session.ts'

/** A new password ends every session and returns a new token; a new email awaits its link. */
export const updateProfile = async (
  { db, config, countAttempt }: App,
  { user, body: profile, request }: CallOf<typeof accounts.profile>,
): Promise<z.infer<typeof ChangedProfile>> => {
  const { name, email, password = '', currentPassword } = profile
  const isSensitive = password !== '' || email !== user.email
  if (isSensitive) await confirmIdentity(db, user, currentPassword, countAttempt)
  if (email !== user.email) await countAttempt(db, { what: 'new-email', whom: [user._id], most: 10, seconds: 3_600 })
  if (password) refuseWeakPassword(password, { ...user, ...profile })
  const passwordHash = password ? await hashPassword(password) : null

  const token = await transaction(db, async (tx) => {
    const { account: before } = await lockAccount(tx, user._id)
    const isOtherEmail = before.email !== email
    if (before.name === name && !isOtherEmail && !passwordHash) return null
    if (before.name !== name || passwordHash) {
      await tx
        .updateTable('user_account')
        .set({ name, ...(passwordHash && { password_hash: passwordHash }), version: sql`version + 1` })
        .where('id', '=', user._id)
        .execute()
      const action = passwordHash ? 'password changed' : 'profile changed'
      const names = { before: { name: before.name }, after: { name } }
      await recorderIn(tx, { user, request })(action, ['account', user._id], names)
    }
    if (passwordHash)
      await queueNotice(tx, user._id, passwordChangedEmail({ email: before.email, name }, config.CONTACT_EMAIL))
    if (isOtherEmail)
      await requestEmail(tx, config, {
        account: { ...before, name },
        email,
        by: { user, request },
        isDiscreet: true,
      })
    return passwordHash ? replaceSessions(tx, user, request) : null
  })

  const { _id, lastName, companyName, isAdmin, isSalesRep } = user
  return {
    message: 'User updated successfully',
    _id,
    name,
    lastName,
    companyName,
    email: user.email,
    isAdmin,
    isSalesRep,
    ...(token && { token }),
  }
}

/** Requires the current password, unless it was confirmed recently (ASVS 6.2.3, 7.5.1). */
const confirmIdentity = async (
  db: Db,
  user: Caller,
  currentPassword: string | undefined,
  countAttempt: CountAttempt,
): Promise<void> => {
  if (currentPassword && !(await isOwnPassword(db, user, currentPassword, countAttempt)))
    throw new Refusal(400, 'The current password is incorrect.', { field: 'currentPassword' })
  if (!currentPassword && !user.isConfirmed)
    throw new Refusal(403, 'Please sign in again, or enter your current password.', {
      field: 'currentPassword',
      passwordNeeded: true,
    })
}

/** The new session inherits the age of the sign-in it continues. */
const replaceSessions = async (tx: Tx, user: Caller, { ip, userAgent }: RequestFacts): Promise<string> => {
  const continues = await tx
    .selectFrom('session')
    .select(['created_at', 'confirmed_at'])
    .where('token_hash', '=', user.tokenHash)
    .executeTakeFirstOrThrow(() => new Refusal(401, 'Your session has ended. Please sign in again.'))
  await endSessions(tx, user._id)
  return openSession(tx, { userId: user._id, ip, userAgent, continues })
}
