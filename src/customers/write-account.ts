import { sql } from 'kysely'
import { addBusiness, type BusinessFacts, changeBusiness, isOfBusiness } from './business/write-business.ts'
import type { Row, Tx } from '#platform/db/tables.ts'
import type { ActedBy } from '#platform/act.ts'
import type { AccountHooks } from './account-hooks.ts'
import { joinBusiness, refuseUnconfirmed } from './join-business.ts'
import type { Locked } from '#identity/lock-account.ts'
import { type AccountRow, columnOf, isCustomer, type WireField, wireFields } from '#identity/map-user.ts'
import { accountById } from '#identity/find-account.ts'

interface Writing {
  locked: Pick<Locked, 'account' | 'holderId'>
  after: AccountRow
  /** The business that the user joins if it has the new number. */
  joins: string | undefined
  by: ActedBy
}

/**
 * Writes changed fields to the person, or to the business for all its users. A number of another business is not taken
 * over: once confirmed, the user joins that business and keeps only their personal fields.
 */
export const writeAccount = async (
  tx: Tx,
  news: AccountHooks,
  { locked: { account: before, holderId }, after, joins, by }: Writing,
): Promise<AccountRow> => {
  if (changedAccountFields(before, after).length === 0) return before
  const number = newNumber(before, after)
  const isJoining = number !== null && (await refuseUnconfirmed(tx, { account: before, number, holderId, joins }))
  const person = personFacts(before, after)
  if (isJoining && holderId) {
    await writePerson(tx, before.id, person)
    await joinBusiness(tx, news, { userId: before.id, from: before.business_id, to: holderId, by })
    return accountById(tx, before.id)
  }
  const facts = businessFacts(before, after, number)
  const isOfNone = before.business_id === null
  const isBusinessWritten = Object.keys(facts).length > 0 || (isOfNone && isCustomer(after))
  if (isOfNone && isBusinessWritten) person.business_id = await addBusiness(tx, { status: 'active', ...facts })
  else if (before.business_id !== null && isBusinessWritten) await changeBusiness(tx, before.business_id, facts)
  // Increase the sum of both versions by exactly one, because forms compare the sum.
  await writePerson(tx, before.id, isBusinessWritten && !isOfNone ? person : { ...person, version: sql`version + 1` })
  const written = await accountById(tx, before.id)
  if (number !== null && written.business_id !== null) {
    const numbers = [currentNumber(before), number].filter(Boolean)
    await news.onNumberChanged(tx, { businessId: written.business_id, numbers })
  }
  return written
}

/** The number that the user’s business gets by this change, null for none; a claim is no number yet. */
const newNumber = (before: AccountRow, after: AccountRow): string | null => {
  if (before.business_status === 'requested') return isAccepted(before, after) ? after.account_number : null
  return after.account_number === before.account_number ? null : after.account_number
}

const isAccepted = (before: AccountRow, after: AccountRow): boolean => after.is_active && !before.is_active

const currentNumber = ({ business_status, account_number }: AccountRow): string =>
  business_status === 'requested' ? '' : account_number

type PersonFacts = Partial<Pick<Row<'user_account'>, 'business_id'>> & Record<string, unknown>

const personFacts = (before: AccountRow, after: AccountRow): PersonFacts =>
  Object.fromEntries(
    changedColumns(before, after)
      .filter((column) => !isOfBusiness(column) && column !== 'account_number')
      .map((column) => [column, after[column]]),
  )

const businessFacts = (before: AccountRow, after: AccountRow, number: string | null): BusinessFacts => {
  const shown = changedColumns(before, after).filter(isOfBusiness)
  const isClaim = number === null && after.account_number !== before.account_number
  return {
    ...Object.fromEntries(shown.map((column) => [column, after[column]])),
    ...(isClaim && { claimed_account_number: after.account_number }),
    ...(number !== null && { account_number: number, claimed_account_number: '', status: 'active' as const }),
  }
}

const changedColumns = (before: AccountRow, after: AccountRow) =>
  changedAccountFields(before, after).map((field) => columnOf[field])

export const changedAccountFields = (before: AccountRow, after: AccountRow): WireField[] =>
  wireFields.filter((field) => before[columnOf[field]] !== after[columnOf[field]])

const writePerson = async (tx: Tx, id: string, facts: PersonFacts): Promise<void> => {
  if (Object.keys(facts).length === 0) return
  const isSettledAnew = 'is_active' in facts
  await tx
    .updateTable('user_account')
    .set({ ...facts, ...(isSettledAnew && { deactivated_by: null }) })
    .where('id', '=', id)
    .execute()
}
