import type * as z from 'zod/mini'
import { sql } from 'kysely'
import { queueMail, queueMails } from '#mail/send-mail.ts'
import { recordAudit } from '#audit/record-entry.ts'
import type { Config } from '#platform/config.ts'
import { actOnce } from '#platform/http/act-once.ts'
import type { Db, Tx, Row } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'
import type { Caller } from '#platform/http/bearer.ts'
import type { CountAttempt } from '#platform/http/limits.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { RequestFacts } from '#platform/http/serve.ts'
import { refuseTakenEmail } from '#identity/change-email.ts'
import { invitationEmail } from '#identity/compose-emails.ts'
import type { AccountHooks } from './account-hooks.ts'
import type { User } from '#identity/account-shapes.ts'
import type { Invitation } from './customer-shapes.ts'
import { lockAccount } from '#identity/lock-account.ts'
import { makeKey, drawKey, hashKey } from '#identity/make-key.ts'
import { writeAccount } from './write-account.ts'
import { type AccountRow, asUser, isCustomer, displayName } from '#identity/map-user.ts'

const minutesValid = 7 * 24 * 60

interface Inviting {
  db: Db
  config: Config
  countAttempt: CountAttempt
}

interface NewColleague {
  actor: Caller
  invitation: z.infer<typeof Invitation>
  /** The business that has the account number already, confirmed by the admin. */
  joins?: string | undefined
  request: RequestFacts
}

/** Adds an admin or a sales rep, who sets a password with the emailed link. */
export const inviteUser = async (
  { db, config, countAttempt }: Inviting,
  news: AccountHooks,
  { actor, invitation, joins, request }: NewColleague,
): Promise<User> => {
  await countAttempt(db, { what: 'invite', whom: [actor._id], most: 100, seconds: 3_600 })
  return actOnce(db, request, async (tx) => {
    const { email, name, lastName, role, accountID, companyName } = invitation
    const added = await tx
      .insertInto('user_account')
      .values({
        id: newId(),
        email,
        name,
        last_name: lastName,
        is_admin: role === 'admin',
        is_sales_rep: role === 'salesRep',
        is_active: true,
      })
      .onConflict((conflict) => conflict.column('email').where('deleted_at', 'is', null).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) throw new Refusal(409, 'This email address is already in use.', { field: 'email' })
    await refuseTakenEmail(tx, { id: added.id, email })
    const { account: person, holderId } = await lockAccount(tx, added.id, { numberOf: () => accountID })
    const after = { ...person, account_number: accountID, company_name: companyName }
    const account = await writeAccount(tx, news, {
      locked: { account: person, holderId },
      after,
      joins,
      doer: { actorId: actor._id, request },
    })
    await recordAudit(tx, {
      actorId: actor._id,
      action: 'user invited',
      entity: 'account',
      entityId: account.id,
      after: { email, role },
      request,
    })
    await mailInvitation(tx, config, { actor, account })
    return asUser(account)
  })
}

/** Sends a new link to a user who has not set a password; the old link becomes invalid. */
export const inviteAgain = async (
  { db, config, countAttempt }: Inviting,
  { actor, id, request }: { actor: Caller; id: string; request: RequestFacts },
): Promise<void> => {
  await countAttempt(db, { what: 'invite-again', whom: [id], most: 5, seconds: 3_600 })
  await actOnce(db, request, async (tx) => {
    const { account } = await lockAccount(tx, id)
    if (isCustomer(account) || account.password_hash !== null)
      throw new Refusal(409, 'This user has already set a password.')
    await recordAudit(tx, {
      actorId: actor._id,
      action: 'user invited again',
      entity: 'account',
      entityId: id,
      request,
    })
    await mailInvitation(tx, config, { actor, account })
  })
}

const mailInvitation = async (
  tx: Tx,
  { PUBLIC_URL }: Config,
  { actor, account }: { actor: Caller; account: AccountRow },
): Promise<void> => {
  const key = await makeKey(tx, { userId: account.id, purpose: 'invitation', minutes: minutesValid })
  const inviter = displayName({ name: actor.name, last_name: actor.lastName, email: actor.email })
  const role = account.is_admin ? 'an admin' : 'a sales representative'
  await queueMail(tx, invitationEmail(account, { key, publicUrl: PUBLIC_URL, inviter, role }))
}

type Invited = Pick<Row<'account'>, 'id' | 'email' | 'name' | 'is_active' | 'company_name'>

const daysValid = 7

/** Emails each person a link to set a first password; earlier links become invalid. */
export const inviteMany = async (
  tx: Tx,
  people: readonly Invited[],
  { inviter, publicUrl }: { inviter: string; publicUrl: string },
): Promise<void> => {
  const keyed = people.map((person) => ({ person, key: drawKey() }))
  await sql`
    insert into password_key (user_id, purpose, key_hash, expires_at)
    select user_id, 'invitation', key_hash, now() + make_interval(days => ${daysValid})
    from unnest(${people.map(({ id }) => id)}::uuid[], ${keyed.map(({ key }) => hashKey(key))}::bytea[]) as drawn (user_id, key_hash)
    on conflict (user_id, purpose) do update
      set key_hash = excluded.key_hash, expires_at = excluded.expires_at, created_at = now()`.execute(tx)
  await queueMails(
    tx,
    keyed.map(({ person, key }) =>
      invitationEmail(person, { key, publicUrl, inviter, role: `a user of ${person.company_name || 'your business'}` }),
    ),
  )
}
