import { queueMail } from '#mail/send-mail.ts'
import { act } from '#platform/act.ts'
import type { App } from '#platform/feature.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { requirePassword } from '#platform/http/require-password.ts'
import type { CallOf } from '#platform/http/serve.ts'
import type { AccountHooks } from './account-hooks.ts'
import { acceptedUnproven, requestedNumber, refuseIncomplete, refuseUnproven } from './approve-customer.ts'
import { licenseColumns } from './business/write-business.ts'
import { acceptedEmail } from './compose-emails.ts'
import type { users } from './contract.ts'
import type { User } from '#identity/account-shapes.ts'
import { approvalFields, customerFields, salesRepFields, type UserChanges } from './customer-shapes.ts'
import { fieldLabels, type UserField } from '#identity/field-shapes.ts'
import { endSessions } from '#identity/end-sessions.ts'
import { lockAccount, refuseLosingAdmin } from '#identity/lock-account.ts'
import { leaveBusiness } from './join-business.ts'
import {
  type AccountRow,
  asUser,
  columnOf,
  emptyAmong,
  isCustomer,
  pickFields,
  type WireField,
} from '#identity/map-user.ts'
import { replaceUnprovenEmail, requestEmail } from '#identity/request-email.ts'
import { changedAccountFields, writeAccount } from './write-account.ts'

/**
 * Saves an edit form completely or not at all, except for a new email address, which takes effect once confirmed. A
 * stale version is refused, a user who loses rights is signed out, and a renewed license releases the orders on hold
 * for it.
 */
export const updateUser = ({ db, config }: App, news: AccountHooks, call: CallOf<typeof users.update>): Promise<User> =>
  act(db, call, async ({ tx, actor, record }) => {
    const { id } = call.params
    const { joins, reason } = call.query
    const changes = call.body
    const takesRights = changes.isAdmin === false || changes.isReadOnly === true || changes.isActive === false
    const numberOf = (account: AccountRow) => changes.accountID ?? (changes.isActive ? requestedNumber(account) : null)
    const locked = await lockAccount(tx, id, { withAdmins: takesRights, numberOf })
    const { account: before } = locked
    refuseStale(before, changes)
    const wanted = withChanges(before, changes)
    const becomesCustomer = isCustomer(wanted) && !isCustomer(before)
    // Rights can always be revoked. A former staff member without a complete customer profile stays inactive until it
    // is complete.
    if (becomesCustomer && emptyAmong(approvalFields, wanted).length > 0) wanted.is_active = false
    if (guardedColumns.some((column) => before[column] !== wanted[column])) requirePassword(actor)
    refuseEmpty(before, wanted, changes)
    if (before.is_admin && before.is_active && !(wanted.is_admin && !wanted.is_read_only && wanted.is_active))
      refuseLosingAdmin(locked, actor._id)
    if (wanted.email !== before.email) {
      const given = { account: before, email: wanted.email, by: call }
      if (before.email_proven_at === null) await replaceUnprovenEmail(tx, config, given)
      else {
        await requestEmail(tx, config, given)
        wanted.email = before.email
      }
    }
    if (changedAccountFields(before, wanted).length === 0) return asUser(before)

    const after = await writeAccount(tx, news, { locked, after: wanted, joins, by: call })
    const isAccepted = isCustomer(after) && after.is_active && !before.is_active
    if (isAccepted) {
      refuseIncomplete(after)
      refuseUnproven(before, reason)
    }
    const changed = changedAccountFields(before, after)
    await record(actionOf(before, after), ['account', id], {
      before: pickFields(before, changed),
      after: { ...pickFields(after, changed), ...(isAccepted && acceptedUnproven(before, reason)) },
    })
    if (rightsColumns.some((column) => before[column] !== after[column]))
      await endSessions(tx, id, id === actor._id ? actor.tokenHash : null)
    if (!isCustomer(after) && isCustomer(before) && after.business_id)
      await leaveBusiness(tx, news, { id: after.business_id, by: call })
    if (isAccepted) await queueMail(tx, acceptedEmail(after, config.PUBLIC_URL))
    if (after.business_id && changed.some((field) => Object.hasOwn(licenseColumns, columnOf[field])))
      await news.onLicenseChanged(tx, after.business_id, call)
    return asUser(after)
  })

/** Changes to sign-in, permissions, ship-to address and license require the admin’s password. */
const guardedColumns = [
  'email',
  'is_admin',
  'is_read_only',
  'is_active',
  'account_number',
  'license',
  'license_expiry_date',
  'shipto_name',
  'shipto_address1',
  'shipto_city',
  'shipto_state',
  'shipto_zip',
  'shipto_country',
] as const

/** A change of these ends the user's sessions. */
const rightsColumns = ['is_admin', 'is_sales_rep', 'is_read_only', 'is_active', 'email'] as const

const refuseStale = (account: AccountRow, { __v }: UserChanges): void => {
  if (__v === undefined || __v === account.version) return
  const who = isCustomer(account) ? 'customer' : 'user'
  throw new Refusal(409, `This ${who} was changed by someone else.`, { current: asUser(account) })
}

const withChanges = (account: AccountRow, changes: UserChanges): AccountRow => {
  const after: AccountRow = { ...account }
  for (const field of writableFields) {
    const value = changes[field]
    // The schema of each field yields the type of its column.
    if (value !== undefined) Object.assign(after, { [columnOf[field]]: value })
  }
  // Admin includes the sales rep role, so the two never apply together.
  if (after.is_admin) after.is_sales_rep = false
  else after.is_read_only = false
  return after
}

const { isSalesRep: _, ...writable } = columnOf
const writableFields = Object.keys(writable) as Exclude<WireField, 'isSalesRep'>[]

/** A body with more than the fields of Edit User is the whole form of a customer or a sales rep. */
const refuseEmpty = (before: AccountRow, after: AccountRow, changes: UserChanges): void => {
  const isWholeForm = Object.keys(changes).some(
    (key) => !['__v', 'name', 'email', 'isAdmin', 'isReadOnly', 'isActive'].includes(key),
  )
  const required: readonly UserField[] =
    isWholeForm && isCustomer(before)
      ? customerFields
      : isWholeForm && before.is_sales_rep
        ? salesRepFields
        : ['name', 'email']
  const missing = emptyAmong(required, after)
  const [first] = missing
  if (first) throw new Refusal(422, `${fieldLabels[first]} is required.`, { missing })
}

const actionOf = (before: AccountRow, after: AccountRow): string => {
  if (before.is_active !== after.is_active) return after.is_active ? 'account activated' : 'account deactivated'
  const isSameRole = before.is_admin === after.is_admin && before.is_read_only === after.is_read_only
  return isSameRole ? 'account changed' : 'role changed'
}
