import { sql } from 'kysely'
import { fieldLabels, type UserField } from '#identity/field-shapes.ts'
import { leaveBusiness } from '#customers/join-business.ts'
import { columnOf } from '#identity/map-user.ts'
import { recordAll } from '#platform/record-entry.ts'
import { removeContractPrices } from '#pricing/replace-prices.ts'
import type { Tx } from '#platform/db/tables.ts'
import type { ImportChange, ImportKind } from './import-kind.ts'
import { checkCustomers } from './check-customers.ts'
import { lockPeople, writeCustomers, putValues, stored } from './write-customers.ts'

interface Now {
  [column: string]: unknown
  id: string
  business_id: string
  email: string
  version: number
  password_hash: string | null
  isUsed: boolean
}

/**
 * Reverts customers to their values before an import, as far as they still have the imported values. Added customers
 * are deleted unless they signed in or orders were placed since. Returns what was kept in each row, and why.
 */
const revertCustomers = async (
  tx: Tx,
  changes: ImportChange[],
  actorId: string | null,
): Promise<Map<number, string>> => {
  const now = await lock(tx, changes)
  const kept = new Map<number, string>()
  const removed: Now[] = []
  const back: { userId: string; values: Record<string, unknown>; before: Record<string, unknown> }[] = []
  for (const { row, product_id, before, after } of changes) {
    const person = now.get(product_id)
    if (!person) kept.set(row, 'The user was deleted since.')
    else if (before === null) {
      const reason = usedSince(person)
      if (reason) kept.set(row, reason)
      else removed.push(person)
    } else {
      const { values, left } = valuesBefore(person, before, after)
      if (left.length > 0) kept.set(row, left.join(' '))
      if (Object.keys(values).length > 0) back.push({ userId: product_id, values, before: after })
    }
  }
  await putValues(tx, back)
  await remove(tx, removed, actorId)
  await recordAll(
    tx,
    [
      ...back.map(({ userId, values, before }) => ({
        action: 'customer import undone',
        entityId: userId,
        before: Object.fromEntries(Object.keys(values).map((column) => [column, before[column]])),
        after: values,
      })),
      ...removed.map(({ id, email }) => ({ action: 'account deleted', entityId: id, before: { email }, after: {} })),
    ].map((entry) => ({ ...entry, actorId, entity: 'account', request: null })),
  )
  return kept
}

const lock = async (tx: Tx, changes: ImportChange[]): Promise<Map<string, Now>> => {
  const ids = changes.map(({ product_id }) => product_id)
  await lockPeople(tx, ids)
  const { rows } = await sql<Now>`
    select account.*,
      exists (select from sales_order where user_id = account.id)
        or exists (select from session where user_id = account.id)
        or exists (select from company_identity where user_id = account.id) as "isUsed"
    from account where id = any(${ids}::uuid[]) and deleted_at is null`.execute(tx)
  return new Map(rows.map((one) => [one.id, one]))
}

const usedSince = ({ password_hash, isUsed, version }: Now): string | null => {
  if (password_hash !== null) return 'The user has since chosen a password.'
  if (isUsed) return 'The user has since signed in, or orders were placed.'
  // A later version means an edit after the import.
  return version > 1 ? 'The user or the business has changed since.' : null
}

const labels = new Map((Object.keys(fieldLabels) as UserField[]).map((field) => [columnOf[field], fieldLabels[field]]))

const valuesBefore = (person: Now, before: Record<string, unknown>, after: Record<string, unknown>) => {
  const values: Record<string, unknown> = {}
  const left: string[] = []
  for (const [column, value] of Object.entries(before)) {
    const present = stored(person[column])
    if (present === stored(after[column])) values[column] = value
    else {
      const label = labels.get(column as (typeof columnOf)[UserField]) ?? column
      left.push(`${label} has changed since. It is now ${present || 'empty'}.`)
    }
  }
  return { values, left }
}

const remove = async (tx: Tx, removed: readonly Now[], actorId: string | null): Promise<void> => {
  if (removed.length === 0) return
  const ids = removed.map(({ id }) => id)
  await sql`
    update user_account set deleted_at = now(), is_active = false, version = version + 1
    where id = any(${ids}::uuid[])`.execute(tx)
  await sql`delete from password_key where user_id = any(${ids}::uuid[])`.execute(tx)
  const by = { user: actorId === null ? null : { _id: actorId }, request: null }
  for (const id of new Set(removed.map(({ business_id }) => business_id)))
    await leaveBusiness(tx, { onCustomersGone: removeContractPrices }, { id, by })
}

/** People and their businesses, matched by email address, with the columns of the edit form. No email is sent. */
export const customerKind: ImportKind = {
  firstCounts: false,
  duplicateMessage: (first, second) => `Rows ${first} and ${second} have the same email address. Delete one of them.`,
  action: 'customers imported',
  check: (db, rows) => checkCustomers(db, rows),
  write: async (tx, { rows, actorId }) => {
    // The first check finds what to lock; the second one runs under the locks.
    const wanted = (await checkCustomers(tx, rows)).flatMap((one) => one.wanted ?? [])
    const joined = wanted.flatMap(({ business }) => business?.business_id ?? [])
    await lockPeople(
      tx,
      wanted.flatMap(({ account }) => account?.id ?? []),
      joined,
    )
    const judged = await checkCustomers(tx, rows)
    const changes: ImportChange[] = await writeCustomers(tx, judged, actorId)
    return { judged, changes }
  },
  revert: revertCustomers,
}
