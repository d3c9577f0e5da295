import { act, type Acting } from '#platform/act.ts'
import type { User } from '#identity/account-shapes.ts'
import { refuseTakenEmail } from '#identity/change-email.ts'
import { invitationEmail } from '#identity/compose-emails.ts'
import { accountById } from '#identity/find-account.ts'
import { lockAccount } from '#identity/lock-account.ts'
import { makeKeys } from '#identity/make-key.ts'
import { type AccountRow, asUser, isCustomer } from '#identity/map-user.ts'
import { queueMails } from '#mail/send-mail.ts'
import { newId } from '#platform/db/new-id.ts'
import type { Row, Tx } from '#platform/db/tables.ts'
import type { App } from '#platform/feature.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import { fullName } from '#shared/full-name.ts'
import type { AccountHooks } from './account-hooks.ts'
import type { users } from './contract.ts'
import { writeAccount } from './write-account.ts'

interface Invite extends Acting<Caller> {
  body: { name: string; lastName: string; email: string; role: string }
}

interface RoleColumns {
  /** Checks what the caller may set, and returns the columns of the role. */
  columnsOf: (
    tx: Tx,
  ) => Promise<
    Partial<Pick<Row<'user_account'>, 'business_id' | 'buying_role' | 'is_admin' | 'is_sales_rep' | 'is_read_only'>>
  >
  /** Writes the other fields of the invitation. */
  complete?: (tx: Tx, id: string) => Promise<unknown>
}

/** Adds a user, who sets a password with the emailed link. */
export const inviteUser = (
  { db, config }: App,
  { body: { name, lastName, email, role }, ...acting }: Invite,
  { columnsOf, complete }: RoleColumns,
): Promise<User> =>
  act(db, acting, async ({ tx, actor, record }) => {
    const id = newId()
    const added = await tx
      .insertInto('user_account')
      .values({ id, name, last_name: lastName, email, is_active: true, ...(await columnsOf(tx)) })
      .onConflict((conflict) => conflict.column('email').where('deleted_at', 'is', null).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) throw new Refusal(409, 'This email address is already in use.', { field: 'email' })
    await refuseTakenEmail(tx, { id, email })
    await complete?.(tx, id)
    const account = await accountById(tx, id)
    await record(`${nounOf(account)} invited`, ['account', id], {
      after: { email, role, ...(isCustomer(account) && { companyName: account.company_name }) },
    })
    await mailInvitations(tx, [account], { actor, config })
    return asUser(account)
  })

/**
 * Sends a new link to a user who has not set a password; the old link becomes invalid. `allow` checks whether a manager
 * may invite this user of their business; admins invite staff again without it.
 */
export const inviteAgain = (
  { db, config }: App,
  { params: { id }, ...acting }: CallOf<typeof users.inviteAgain>,
  allow?: (tx: Tx) => Promise<unknown>,
): Promise<void> =>
  act(db, acting, async ({ tx, actor, record }) => {
    await allow?.(tx)
    const { account } = await lockAccount(tx, id)
    const isInvited = isCustomer(account) ? allow !== undefined && account.is_active : allow === undefined
    if (!isInvited || account.password_hash !== null)
      throw new Refusal(409, `This user has already set a password${allow ? ' or is not active' : ''}.`)
    await record(`${nounOf(account)} invited again`, ['account', id])
    await mailInvitations(tx, [account], { actor, config })
  })

const nounOf = (account: AccountRow) => (isCustomer(account) ? 'person' : 'user')

/** Invites an admin, a director or a sales rep, who may have a company and an account number. */
export const inviteStaff = (app: App, news: AccountHooks, call: CallOf<typeof users.invite>): Promise<User> => {
  const { role, accountID, companyName } = call.body
  return inviteUser(app, call, {
    columnsOf: async () => ({
      is_admin: role !== 'salesRep',
      is_read_only: role === 'director',
      is_sales_rep: role === 'salesRep',
    }),
    complete: async (tx, id) => {
      const locked = await lockAccount(tx, id, { numberOf: () => accountID })
      const after = { ...locked.account, account_number: accountID, company_name: companyName }
      await writeAccount(tx, news, { locked, after, joins: call.query.joins, by: call })
    },
  })
}

type Invited = Pick<
  AccountRow,
  'id' | 'email' | 'name' | 'is_active' | 'is_admin' | 'is_sales_rep' | 'is_read_only' | 'company_name'
>

const minutesValid = 7 * 24 * 60

/** Emails each person a link to set a first password; earlier links become invalid. */
export const mailInvitations = async (
  tx: Tx,
  people: readonly Invited[],
  { actor, config: { PUBLIC_URL: publicUrl } }: Pick<App, 'config'> & { actor: Caller },
): Promise<void> => {
  const ids = people.map(({ id }) => id)
  const keys = await makeKeys(tx, ids, { purpose: 'invitation', minutes: minutesValid })
  const inviter = fullName(actor)
  await queueMails(
    tx,
    people.map((person, at) =>
      invitationEmail(person, { key: keys[at] ?? '', publicUrl, inviter, role: roleWords(person) }),
    ),
  )
}

const roleWords = ({ is_admin, is_sales_rep, is_read_only, company_name }: Invited): string => {
  if (is_read_only) return 'a director'
  if (is_admin) return 'an admin'
  return is_sales_rep ? 'a sales representative' : `a user of ${company_name || 'your business'}`
}
