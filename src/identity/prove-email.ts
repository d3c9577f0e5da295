import { sql } from 'kysely'
import { queueMail } from '#mail/send-mail.ts'
import { type Act, act } from '#platform/act.ts'
import type { Config } from '#platform/config.ts'
import type { Db, Row, Tx } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'
import type { App } from '#platform/feature.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import { applyNewEmail } from './change-email.ts'
import { confirmChangeEmail, requestReceivedEmail } from './compose-emails.ts'
import type { EmailProof } from './account-shapes.ts'
import type { accounts } from './contract.ts'
import { lockAccount } from './lock-account.ts'
import { drawKey, hashKey } from './make-key.ts'
import type { AccountRow } from './map-user.ts'
import { accountById } from './find-account.ts'
import { notifyAccountHolder } from './queue-notice.ts'

const hoursValid = { request: 7 * 24, change: 24 }

interface Address {
  userId: string
  name: string
  email: string
  /** The address that it replaces once confirmed, and the hash of the key that can undo the change. */
  replaces?: { email: string; undoHash: Buffer; since?: Date }
  /** The address belongs to another account, whose owner gets a notice instead of the link. */
  isTaken?: boolean
}

/** Emails a confirmation link to an unproven address and voids the previous link. */
export const mailProof = async (
  tx: Tx,
  config: Config,
  { userId, name, email, replaces, isTaken = false }: Address,
): Promise<void> => {
  const key = drawKey()
  await tx.deleteFrom('email_proof').where('user_id', '=', userId).where('proven_at', 'is', null).execute()
  await tx
    .insertInto('email_proof')
    .values({
      id: newId(),
      user_id: userId,
      email,
      former_email: replaces?.email ?? null,
      undo_hash: replaces?.undoHash ?? null,
      key_hash: hashKey(key, 'email-proof'),
      // Undoing a change also removes whatever was added since it was first requested, so a resent link keeps that
      // time.
      ...(replaces?.since && { created_at: replaces.since }),
      expires_at: sql<Date>`now() + make_interval(hours => ${replaces ? hoursValid.change : hoursValid.request})`,
    })
    .execute()
  if (isTaken) return notifyAccountHolder(tx, email, config)
  const link = { key, publicUrl: config.PUBLIC_URL }
  await queueMail(
    tx,
    replaces
      ? confirmChangeEmail({ email, name }, { former: replaces.email, hours: hoursValid.change, ...link })
      : requestReceivedEmail(email, { days: hoursValid.request / 24, ...link }),
  )
}

const invalid = () => new Refusal(400, 'This link is no longer valid.')

/** Consumes the link's key: marks the address as proven, and applies it if it replaces another. */
export const confirmEmail = (
  { db, config }: App,
  call: CallOf<typeof accounts.confirmEmail>,
): Promise<{ email: string; isChange: boolean; wasConfirmed: boolean }> =>
  act(db, call, async (during) => {
    const { tx } = during
    const { key } = call.body
    const found = await waitingBy(tx, key)
    if (!found) return usedBy(tx, key)
    const { account } = await lockAccount(tx, found.user_id)
    // While waiting for the lock, the link may have been used, replaced or canceled.
    const proof = await waitingBy(tx, key)
    if (!proof) return usedBy(tx, key)
    if (proof.former_email === null) await takeProof(during, account, proof)
    else await applyNewEmail(during, config, { account, proof })
    return { email: proof.email, isChange: proof.former_email !== null, wasConfirmed: false }
  })

/** A second click on a used link succeeds as long as the address is still the account's. */
const usedBy = async (tx: Tx, key: string) => {
  const used = await tx
    .selectFrom('email_proof')
    .innerJoin('user_account', 'user_account.id', 'user_id')
    .select(['email_proof.email', 'former_email'])
    .where('key_hash', '=', hashKey(key, 'email-proof'))
    .where('proven_at', 'is not', null)
    .whereRef('email_proof.email', '=', 'user_account.email')
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow(() => invalid())
  return { email: used.email, isChange: used.former_email !== null, wasConfirmed: true }
}

const waitingBy = (tx: Tx, key: string) =>
  tx
    .selectFrom('email_proof')
    .selectAll()
    .where('key_hash', '=', hashKey(key, 'email-proof'))
    .where('proven_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()

const takeProof = async ({ tx, record }: Act, account: AccountRow, proof: Row<'email_proof'>): Promise<void> => {
  if (account.email !== proof.email) throw invalid()
  await tx
    .updateTable('email_proof')
    .set({ proven_at: sql<Date>`now()` })
    .where('id', '=', proof.id)
    .execute()
  await tx
    .updateTable('user_account')
    .set({ email_proven_at: sql<Date>`now()` })
    .where('id', '=', account.id)
    .execute()
  await record('email confirmed', ['account', account.id], { actorId: account.id, after: { email: proof.email } })
}

/** The address that awaits confirmation: a requested one, or the account's own if never proven. */
export const proofOf = async (
  db: Db,
  { params: { id }, user }: CallOf<typeof accounts.emailProof>,
): Promise<EmailProof> => {
  if (id !== user._id && !user.isAdmin) throw notFound('User')
  const account = await accountById(db, id)
  const waiting = await changeWaiting(db, id)
  const email = waiting?.email ?? (account.email_proven_at === null ? account.email : null)
  return { waiting: email === null ? null : { email, isChange: waiting !== undefined } }
}

const changeWaiting = (db: Db | Tx, userId: string) =>
  db
    .selectFrom('email_proof')
    .selectAll()
    .where('user_id', '=', userId)
    .where('proven_at', 'is', null)
    .where('former_email', 'is not', null)
    .executeTakeFirst()

/** Sends the link again with a new key; the former address can still undo the change. */
export const sendProofAgain = async (
  { db, config, countAttempt }: App,
  call: CallOf<typeof accounts.sendEmailProof>,
): Promise<void> => {
  const { id } = call.params
  if (id !== call.user._id && !call.user.isAdmin) throw notFound('User')
  await countAttempt(db, { what: 'prove-email-again', whom: [id], most: 5, seconds: 3_600 })
  await act(db, call, async ({ tx, record }) => {
    const { account } = await lockAccount(tx, id)
    const change = await changeWaiting(tx, id)
    if (!change && account.email_proven_at !== null) throw new Refusal(409, 'This email address is already confirmed.')
    const { former_email: former, undo_hash: undoHash, created_at: since } = change ?? {}
    await mailProof(tx, config, {
      userId: id,
      name: account.name,
      email: change?.email ?? account.email,
      ...(former && undoHash && since && { replaces: { email: former, undoHash, since } }),
    })
    await record('email link sent again', ['account', id], { after: { email: change?.email ?? account.email } })
  })
}

/** Cancels without a notice, because nothing changed. */
export const cancelNewEmail = (db: Db, call: CallOf<typeof accounts.cancelEmail>): Promise<void> =>
  act(db, call, async ({ tx, actor, record }) => {
    const { id } = call.params
    if (id !== actor._id && !actor.isAdmin) throw notFound('User')
    const { account } = await lockAccount(tx, id)
    const change = await changeWaiting(tx, id)
    if (!change) throw notFound('New email address')
    await tx.deleteFrom('email_proof').where('id', '=', change.id).execute()
    await record('email change canceled', ['account', id], {
      before: { email: account.email, newEmail: change.email },
    })
  })
