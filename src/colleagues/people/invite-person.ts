import { sql } from 'kysely'
import { recordAudit } from '#audit/record-entry.ts'
import { lockBusinesses } from '#identity/lock-businesses.ts'
import { queueMail } from '#mail/send-mail.ts'
import type { App } from '#platform/feature.ts'
import { actOnce } from '#platform/http/act-once.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { RequestFacts } from '#platform/http/serve.ts'
import type { Tx } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'
import { refuseTakenEmail } from '#identity/change-email.ts'
import { invitationEmail } from '#identity/compose-emails.ts'
import { lockAccount } from '#identity/lock-account.ts'
import { makeKey } from '#identity/make-key.ts'
import { type AccountRow, isCustomer, displayName } from '#identity/map-user.ts'
import { maxPeople, type NewPerson } from './contract.ts'
import { businessToChange, type ManagedBusiness } from './find-business.ts'

const minutesValid = 7 * 24 * 60

type Inviting = Pick<App, 'db' | 'config' | 'countAttempt'>

interface Invited {
  actor: Caller
  /** A user of the business. */
  of: string
  person: NewPerson
  request: RequestFacts
}

/** Adds a user to the business, who sets a password with the emailed link. */
export const invitePerson = async (
  { db, config, countAttempt }: Inviting,
  { actor, of, person, request }: Invited,
): Promise<void> => {
  await countAttempt(db, { what: 'invite', whom: [actor._id], most: 100, seconds: 3_600 })
  const inviting = actOnce(db, request, async (tx) => {
    const business = await businessToChange(tx, actor, of)
    await lockBusinesses(tx, { id: business.id, number: null })
    await refuseTooMany(tx, business)
    const { name, lastName, email, role } = person
    const id = newId()
    const facts = { id, business_id: business.id, name, last_name: lastName, email, buying_role: role, is_active: true }
    const added = await tx
      .insertInto('user_account')
      .values(facts)
      .onConflict((conflict) => conflict.column('email').where('deleted_at', 'is', null).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) throw new Refusal(409, 'This email address is already in use.', { field: 'email' })
    await refuseTakenEmail(tx, { id, email })
    await recordAudit(tx, {
      actorId: actor._id,
      action: 'person invited',
      entity: 'account',
      entityId: id,
      after: { email, role, companyName: business.name },
      request,
    })
    await mailInvitation(tx, config.PUBLIC_URL, { actor, business, person: { id, email, name } })
  })
  try {
    await inviting
  } catch (error) {
    // A taken address is sometimes just with another business by mistake, so the error is shown; the limit stops
    // managers from probing lists of addresses.
    if (error instanceof Refusal && error.details['field'] === 'email')
      await countAttempt(db, { what: 'invite-known', whom: [actor._id], most: 5, seconds: 86_400 })
    throw error
  }
}

/** Sends a new link to a user who has not set a password; the old link becomes invalid. */
export const invitePersonAgain = async (
  { db, config, countAttempt }: Inviting,
  { actor, id, request }: { actor: Caller; id: string; request: RequestFacts },
): Promise<void> => {
  await countAttempt(db, { what: 'invite-again', whom: [id], most: 5, seconds: 3_600 })
  await actOnce(db, request, async (tx) => {
    const business = await businessToChange(tx, actor, id)
    const { account } = await lockAccount(tx, id)
    if (!isCustomer(account) || !account.is_active || account.password_hash !== null)
      throw new Refusal(409, 'This user has already set a password or is not active.')
    await recordAudit(tx, {
      actorId: actor._id,
      action: 'person invited again',
      entity: 'account',
      entityId: id,
      request,
    })
    await mailInvitation(tx, config.PUBLIC_URL, { actor, business, person: account })
  })
}

const refuseTooMany = async (tx: Tx, { id }: ManagedBusiness): Promise<void> => {
  const { count } = await tx
    .selectFrom('user_account')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('business_id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (count >= maxPeople) throw new Refusal(409, `A business can have at most ${maxPeople} users.`)
}

interface Letter {
  actor: Caller
  business: ManagedBusiness
  person: Pick<AccountRow, 'id' | 'email' | 'name'>
}

const mailInvitation = async (tx: Tx, publicUrl: string, { actor, business, person }: Letter): Promise<void> => {
  const key = await makeKey(tx, { userId: person.id, purpose: 'invitation', minutes: minutesValid })
  const inviter = displayName({ name: actor.name, last_name: actor.lastName, email: actor.email })
  await queueMail(tx, invitationEmail(person, { key, publicUrl, inviter, role: `a user of ${business.name}` }))
}
