import { sql } from 'kysely'
import { queueBusinessUpdate } from '#customers/queue-business-update.ts'
import type { UserField } from '#identity/field-shapes.ts'
import { columnOf } from '#identity/map-user.ts'
import { recordAll } from '#platform/record-entry.ts'
import { lockNumbers } from '#identity/lock-businesses.ts'
import {
  isMoved,
  isOfBusiness,
  licenseColumns,
  shownColumns,
  unverifyRegistrations,
} from '#customers/business/write-business.ts'
import type { Tx } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'
import { enqueue } from '#platform/jobs/queue.ts'
import type { ImportChange } from './import-kind.ts'
import type { CheckedCustomer, CustomerInput } from './check-customers.ts'
import type { CustomerRowValues } from './read-customer.ts'

/** Locks users by id, then account numbers, then their businesses and these by id, like all other code. */
export const lockPeople = async (tx: Tx, users: string[], businesses: string[] = []): Promise<void> => {
  await sql`
    select from user_account where id = any(${users}::uuid[]) order by id for no key update`.execute(tx)
  await lockNumbers(tx)
  await sql`
    select from business where id = any(${businesses}::uuid[])
      or id in (select business_id from user_account where id = any(${users}::uuid[]))
    order by id for no key update`.execute(tx)
}

type Row = Record<string, string | number | boolean | null>

/** Writes new and changed customers, and returns the previous values. */
export const writeCustomers = async (
  tx: Tx,
  judged: readonly CheckedCustomer[],
  actorId: string | null,
): Promise<ImportChange[]> => {
  const added = await addCustomers(tx, judged)
  const changed = await changeCustomers(tx, judged)
  const of = new Map(judged.flatMap(({ row, wanted }) => (wanted ? [[row, wanted]] : [])))
  await recordAll(
    tx,
    [...added, ...changed].map(({ row, product_id, before, after }) => ({
      actorId,
      action: before === null ? 'customer imported' : 'account changed',
      entity: 'account',
      entityId: product_id,
      ...(before && { before: wired(of.get(row), before) }),
      after: before ? wired(of.get(row), after) : { email: after['email'], accountID: after['account_number'] },
      request: null,
    })),
  )
  return [...added, ...changed]
}

/** Uses the names of the wire, for the audit trail. */
const wired = (wanted: CustomerInput | undefined, values: Record<string, unknown>) =>
  Object.fromEntries((wanted?.changed ?? []).map((field) => [field, values[columnOf[field]]]))

const addCustomers = async (tx: Tx, judged: readonly CheckedCustomer[]): Promise<ImportChange[]> => {
  const rows = judged.flatMap(({ row, verdict, wanted }) => (verdict === 'new' && wanted ? [{ row, ...wanted }] : []))
  if (rows.length === 0) return []
  const businesses: Row[] = []
  const licenses: Row[] = []
  const made = new Map<string, string>()
  const users: Row[] = []
  const changes: ImportChange[] = []
  for (const { row, facts, business } of rows) {
    const number = facts.accountID ?? ''
    let businessId = business?.business_id ?? made.get(number)
    const isFirst = businessId === undefined
    if (businessId === undefined) {
      businessId = newId()
      if (number) made.set(number, businessId)
      businesses.push({
        id: businessId,
        account_number: number,
        status: 'active',
        ...columnsIn(facts, shownColumns),
      })
      licenses.push({ id: newId(), business_id: businessId, place: 1, ...columnsIn(facts, licenseColumns) })
    }
    const id = newId()
    const { email, name = '', lastName = '', phone = '' } = facts
    const person = { email, name, last_name: lastName, phone, is_active: true, is_existing_customer: true }
    users.push({ id, business_id: businessId, ...person })
    const after = { email, account_number: business?.account_number ?? number, business_id: businessId, isFirst }
    changes.push({ row, product_id: id, before: null, after })
  }
  await insertRows(tx, 'business', businesses)
  await insertRows(tx, 'license', licenses)
  await insertRows(tx, 'user_account', users)
  const numbered = [...made].map(([number, businessId]) => queueBusinessUpdate({ businessId, number }))
  if (numbered.length > 0) await enqueue(tx, ...numbered)
  return changes
}

/** The values of a row for these columns; missing values are empty. */
const columnsIn = (facts: CustomerRowValues, columns: Record<string, string>): Row =>
  Object.fromEntries(
    (Object.keys(columnOf) as (keyof typeof columnOf)[]).flatMap((field) => {
      const column = columns[columnOf[field]]
      if (column === undefined) return []
      const value = facts[field as UserField] ?? ''
      return [[column, value === '' && column === 'expires_on' ? null : value]]
    }),
  )

const insertRows = async (tx: Tx, table: string, rows: readonly Row[]): Promise<void> => {
  const [first] = rows
  if (!first) return
  const names = sql.join(Object.keys(first).map((name) => sql.ref(name)))
  await sql`
    insert into ${sql.table(table)} (${names}) select ${names}
    from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(tx)
}

const changeCustomers = async (tx: Tx, judged: readonly CheckedCustomer[]): Promise<ImportChange[]> => {
  const changes: ImportChange[] = []
  const renewed = new Set<string>()
  for (const { row, verdict, wanted } of judged) {
    if (verdict !== 'changed' || !wanted?.account) continue
    const { account, changed, facts } = wanted
    const columns = changed.map((field) => columnOf[field])
    const after = Object.fromEntries(changed.map((field) => [columnOf[field], facts[field]]))
    changes.push({
      row,
      product_id: account.id,
      before: Object.fromEntries(columns.map((column) => [column, account[column] ?? ''])),
      after,
    })
    if (changed.includes('licenseExpiryDate') && account.business_id) renewed.add(account.business_id)
  }
  await putValues(
    tx,
    changes.map(({ product_id, after }) => ({ userId: product_id, values: after })),
  )
  if (renewed.size > 0)
    await enqueue(tx, ...[...renewed].map((businessId) => queueBusinessUpdate({ businessId, number: '' })))
  return changes
}

/** All imported values are text; an unknown day is empty. */
export const stored = (value: unknown): string => (typeof value === 'string' ? value : '')

interface Values {
  userId: string
  /** By columns of the view `account`. */
  values: Record<string, unknown>
}

/** Writes values to people, businesses and licenses, with one statement per column. */
export const putValues = async (tx: Tx, given: readonly Values[]): Promise<void> => {
  const columns = [...new Set(given.flatMap(({ values }) => Object.keys(values)))]
  const touched = { people: new Set<string>(), businesses: new Set<string>() }
  for (const column of columns) {
    const rows = given.filter(({ values }) => Object.hasOwn(values, column))
    const ids = rows.map(({ userId }) => userId)
    const texts = rows.map(({ values }) => stored(values[column]))
    const pairs = sql`unnest(${ids}::uuid[], ${texts}::text[]) as given (user_id, value)`
    const license = Object.hasOwn(licenseColumns, column) ? licenseColumns[column as keyof typeof licenseColumns] : null
    const shown = Object.hasOwn(shownColumns, column) ? shownColumns[column as keyof typeof shownColumns] : null
    if (license)
      await sql`
        update license set ${sql.ref(license)} = ${license === 'expires_on' ? sql`nullif(given.value, '')::date` : sql`given.value`},
          status = case status when 'suspended' then 'suspended' else 'unverified' end, verified_by = null,
          verified_at = null, verified_against = '', renewal_filed_on = null, renewal_proof = '', version = license.version + 1
        from ${pairs} join user_account person on person.id = given.user_id
        where license.business_id = person.business_id and license.place = 1
          and coalesce(license.${sql.ref(license)}::text, '') <> given.value`.execute(tx)
    else if (shown) {
      const { rows: moved } = await sql<{ id: string }>`
        select business.id from ${pairs} join user_account person on person.id = given.user_id
        join business on business.id = person.business_id where ${isMoved(column, sql`given.value`)}`.execute(tx)
      await unverifyRegistrations(tx, moved)
      await sql`
        update business set ${sql.ref(shown)} = given.value
        from ${pairs} join user_account person on person.id = given.user_id
        where business.id = person.business_id`.execute(tx)
    } else
      await sql`
        update user_account set ${sql.ref(column)} = given.value from ${pairs} where user_account.id = given.user_id`.execute(
        tx,
      )
    for (const id of ids) (isOfBusiness(column) ? touched.businesses : touched.people).add(id)
  }
  // Invalidates forms that were opened before.
  await sql`
    update business set version = version + 1
    where id in (select business_id from user_account where id = any(${[...touched.businesses]}::uuid[]))`.execute(tx)
  await sql`
    update user_account set version = version + 1 where id = any(${[...touched.people]}::uuid[])`.execute(tx)
}
