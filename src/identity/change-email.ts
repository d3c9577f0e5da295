import { sql } from 'kysely'
import { queueMail } from '#mail/send-mail.ts'
import type { Act } from '#platform/act.ts'
import type { Config } from '#platform/config.ts'
import type { Db, Row, Tx } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { momentFormat } from '#shared/business-day.ts'
import { addressChangedEmails } from './compose-emails.ts'
import { endSessions } from './end-sessions.ts'
import type { AccountRow } from './map-user.ts'

/** Days in which the former address can undo a change and stays reserved for its owner. */
export const undoDays = 7

/** Applies the new address and ends all sessions. */
export const applyNewEmail = async (
  { tx, record }: Act,
  { CONTACT_EMAIL: contactEmail }: Config,
  { account, proof }: { account: AccountRow; proof: Row<'email_proof'> },
): Promise<void> => {
  const { id, name, email: from } = account
  const { email: to } = proof
  await refuseTakenEmail(tx, { id, email: to })
  await tx
    .updateTable('email_proof')
    .set({ proven_at: sql<Date>`now()` })
    .where('id', '=', proof.id)
    .execute()
  await writeEmail(tx, id, to)
  await endSessions(tx, id)
  await record('email changed', ['account', id], { actorId: id, before: { email: from }, after: { email: to } })
  for (const message of addressChangedEmails({ name, from, to, contactEmail })) await queueMail(tx, message)
}

export const writeEmail = (tx: Tx, userId: string, email: string) =>
  tx
    .updateTable('user_account')
    .set({ email, email_proven_at: sql<Date>`now()`, version: sql`version + 1` })
    .where('id', '=', userId)
    .execute()

/** Former addresses that can still be restored count as taken. */
export const refuseTakenEmail = async (tx: Tx, wanted: Pick<AccountRow, 'id' | 'email'>): Promise<void> => {
  if (await isTakenEmail(tx, wanted))
    throw new Refusal(409, 'This email address is already in use.', { field: 'email' })
}

export const isTakenEmail = async (tx: Tx, { id, email }: Pick<AccountRow, 'id' | 'email'>): Promise<boolean> => {
  const holder = await tx
    .selectFrom('user_account')
    .select('id')
    .where('email', '=', email)
    .where('id', '!=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return holder !== undefined || isReservedForOther(tx, { id, email })
}

/** Whether another user had this address within the last `undoDays` and can still restore it. */
export const isReservedForOther = async (tx: Tx, { id, email }: Pick<AccountRow, 'id' | 'email'>): Promise<boolean> => {
  const kept = await tx
    .selectFrom('email_proof')
    .select('id')
    .where('former_email', '=', email)
    .where('user_id', '!=', id)
    .where('proven_at', '>', sql<Date>`now() - make_interval(days => ${undoDays})`)
    .executeTakeFirst()
  return kept !== undefined
}

const daysWithoutCodes = 1

/** Refuses order codes for a day after an address change, to give the owner of the former address time to object. */
export const refuseNewEmail = async (
  db: Db,
  { _id, email }: Pick<Caller, '_id' | 'email'>,
  { BUSINESS_TIME_ZONE }: Config,
): Promise<void> => {
  const isYoung = sql<boolean>`proven_at > now() - make_interval(days => ${daysWithoutCodes})`
  const change = await db
    .selectFrom('email_proof')
    .select(sql<Date>`proven_at + make_interval(days => ${daysWithoutCodes})`.as('from'))
    .where('user_id', '=', _id)
    .where('email', '=', email)
    .where('former_email', 'is not', null)
    .where(isYoung)
    .orderBy('proven_at', 'desc')
    .executeTakeFirst()
  if (!change) return
  const from = momentFormat(BUSINESS_TIME_ZONE).format(change.from)
  throw new Refusal(
    409,
    `Your email address changed recently. For your protection, order codes can be sent to it from ${from}.`,
    { codesFrom: change.from.toISOString() },
  )
}
