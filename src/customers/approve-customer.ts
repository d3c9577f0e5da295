import { queueMail } from '#mail/send-mail.ts'
import { act } from '#platform/act.ts'
import type { App } from '#platform/feature.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import { requirePassword } from '#platform/http/require-password.ts'
import type { CallOf } from '#platform/http/serve.ts'
import { acceptedEmail, rejectedEmail } from './compose-emails.ts'
import { incompleteMessage, type users } from './contract.ts'
import type { User } from '#identity/account-shapes.ts'
import { approvalFields } from './customer-shapes.ts'
import type { AccountHooks } from './account-hooks.ts'
import { removeAccount } from './delete-user.ts'
import { lockAccount } from '#identity/lock-account.ts'
import { type AccountRow, asUser, emptyAmong, isCustomer, pickFields } from '#identity/map-user.ts'
import { othersOfAccount } from './queries.ts'
import { changedAccountFields, writeAccount } from './write-account.ts'

/** Accepts a pending customer with a complete profile and emails them. */
export const approveCustomer = (
  { db, config }: App,
  news: AccountHooks,
  call: CallOf<typeof users.activate>,
): Promise<User> =>
  act(db, call, async ({ tx, actor, record }) => {
    const { id } = call.params
    const { joins, reason } = call.query
    if (joins !== undefined) requirePassword(actor)
    const locked = await lockAccount(tx, id, { numberOf: requestedNumber })
    const { account: before } = locked
    if (!isCustomer(before)) throw notFound('Customer')
    if (before.is_active) throw new Refusal(409, 'This customer is already active.')
    const account = await writeAccount(tx, news, { locked, after: { ...before, is_active: true }, joins, by: call })
    refuseIncomplete(account)
    refuseUnproven(before, reason)
    const others = (await othersOfAccount(tx, account)).filter(({ business_id }) => business_id === account.business_id)
    const changed = changedAccountFields(before, account)
    await record('customer accepted', ['account', id], {
      before: pickFields(before, changed),
      after: {
        ...pickFields(account, changed),
        accountID: account.account_number,
        license: account.license,
        ...acceptedUnproven(before, reason),
        ...(others.length > 0 && { accountSharedWith: others.map(({ email }) => email) }),
      },
    })
    await queueMail(tx, acceptedEmail(account, config.PUBLIC_URL))
    return asUser(account)
  })

/** The account number that an applicant claims and gets on acceptance. */
export const requestedNumber = ({ business_status, account_number }: AccountRow): string | null =>
  business_status === 'requested' ? account_number : null

export const refuseIncomplete = (account: AccountRow): void => {
  const missing = emptyAmong(approvalFields, account)
  if (missing.length > 0) throw new Refusal(422, incompleteMessage, { missing })
}

type Applicant = Pick<AccountRow, 'email_proven_at'>

/** Without this check, an applicant could be accepted under an email address that belongs to another person. */
export const refuseUnproven = ({ email_proven_at }: Applicant, reason: string): void => {
  if (email_proven_at === null && !reason)
    throw new Refusal(
      409,
      'This applicant has not confirmed their email address yet. To accept anyway, enter a reason. It is recorded in the audit trail.',
      { reasonNeeded: true },
    )
}

/** Audit details of an acceptance without a confirmed address. */
export const acceptedUnproven = ({ email_proven_at }: Applicant, reason: string) =>
  email_proven_at === null ? { emailNotConfirmed: true, reason } : {}

/** Only pending requests can be rejected; the audit trail keeps the request. */
export const rejectCustomer = (
  { db, config }: App,
  news: AccountHooks,
  call: CallOf<typeof users.reject>,
): Promise<void> =>
  act(db, call, async ({ tx }) => {
    const { account } = await lockAccount(tx, call.params.id)
    if (!isCustomer(account)) throw notFound('Customer')
    if (account.is_active) throw new Refusal(409, 'This customer is active. Only a pending request can be rejected.')
    await removeAccount(tx, news, { account, action: 'customer rejected', reason: call.query.reason, by: call })
    await queueMail(tx, rejectedEmail(account, config.CONTACT_EMAIL))
  })
