import { sql } from 'kysely'
import { queueMail } from '#mail/send-mail.ts'
import { act, type ActedBy, recorderIn } from '#platform/act.ts'
import type { Config } from '#platform/config.ts'
import type { Tx } from '#platform/db/tables.ts'
import type { App } from '#platform/feature.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import { isTakenEmail, refuseTakenEmail, undoDays, writeEmail } from './change-email.ts'
import { addressChangeRequestedEmail, changeUndoneEmail } from './compose-emails.ts'
import type { accounts } from './contract.ts'
import { endSessions } from './end-sessions.ts'
import { removeFactorsSince, restrictPasskeys } from './factors/restrict-passkeys.ts'
import { lockAccount } from './lock-account.ts'
import { drawKey, hashKey, makeKey } from './make-key.ts'
import type { AccountRow } from './map-user.ts'
import { mailProof } from './prove-email.ts'

interface Query {
  account: AccountRow
  email: string
  by: ActedBy
  /** The response must not reveal whether the address has an account. */
  isDiscreet?: boolean
}

/** Emails a link that activates the new address. The current address is notified now and can undo the change. */
export const requestEmail = async (
  tx: Tx,
  config: Config,
  { account, email, by, isDiscreet = false }: Query,
): Promise<void> => {
  const { id, name } = account
  if (!isDiscreet) await refuseTakenEmail(tx, { id, email })
  const isTaken = isDiscreet && (await isTakenEmail(tx, { id, email }))
  const undoKey = drawKey()
  const replaces = { email: account.email, undoHash: hashKey(undoKey, 'email-undo') }
  await mailProof(tx, config, { userId: id, name, email, replaces, isTaken })
  const { PUBLIC_URL: publicUrl, CONTACT_EMAIL: contactEmail } = config
  await queueMail(
    tx,
    addressChangeRequestedEmail(account, { to: email, key: undoKey, publicUrl, contactEmail, days: undoDays }),
  )
  await recorderIn(tx, by)('new email requested', ['account', id], {
    before: { email: account.email },
    after: { newEmail: email },
  })
}

/** When an admin replaces an unproven address: voids everything emailed to it and sends the link to the new one. */
export const replaceUnprovenEmail = async (
  tx: Tx,
  config: Config,
  { account, email }: Pick<Query, 'account' | 'email'>,
): Promise<void> => {
  const { id, name } = account
  await refuseTakenEmail(tx, { id, email })
  await tx.deleteFrom('password_key').where('user_id', '=', id).execute()
  // Invited users prove the address by choosing a password.
  if (account.password_hash !== null) await mailProof(tx, config, { userId: id, name, email })
}

/**
 * Restores the former address and reverts later changes. The change may have been an intruder's: the password is void,
 * sign-in methods added since are removed, and the address gets a link for a new password.
 */
export const undoNewEmail = (
  { db, config }: App,
  call: CallOf<typeof accounts.keepEmail>,
): Promise<{ email: string }> =>
  act(db, call, async ({ tx, record }) => {
    const { key } = call.body
    const found = await undoableBy(tx, key)
    if (!found) throw invalid()
    const { account } = await lockAccount(tx, found.user_id)
    const change = await undoableBy(tx, key)
    if (!change?.former_email) throw invalid()
    const { id } = account
    const email = change.former_email
    await refuseTakenEmail(tx, { id, email })
    await tx.deleteFrom('email_proof').where('user_id', '=', id).where('id', '>=', change.id).execute()
    await writeEmail(tx, id, email)
    await tx.updateTable('user_account').set({ password_hash: null }).where('id', '=', id).execute()
    await endSessions(tx, id)
    await removeFactorsSince(tx, id, change.created_at)
    await restrictPasskeys(tx, id)
    await record('email change undone', ['account', id], {
      actorId: id,
      before: { email: account.email, newEmail: change.email },
      after: { email },
    })
    const resetKey = await makeKey(tx, { userId: id, purpose: 'reset', minutes: 60 })
    await queueMail(
      tx,
      changeUndoneEmail({ email, name: account.name }, { key: resetKey, publicUrl: config.PUBLIC_URL }),
    )
    return { email }
  })

const invalid = () => new Refusal(400, 'This link is no longer valid.')

const undoableBy = (tx: Tx, key: string) =>
  tx
    .selectFrom('email_proof')
    .selectAll()
    .where('undo_hash', '=', hashKey(key, 'email-undo'))
    .where((eb) =>
      eb.or([eb('proven_at', 'is', null), eb('proven_at', '>', sql<Date>`now() - make_interval(days => ${undoDays})`)]),
    )
    .executeTakeFirst()
