import { sql } from 'kysely'
import { anyOf, type Expression } from '#platform/db/conditions.ts'
import type { Row, Tx } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'

/** Columns of a business and its first license, mostly named as in the view `account`. */
export type BusinessFacts = Partial<
  Pick<Row<'account'>, keyof typeof licenseColumns | keyof typeof shownColumns> &
    Pick<Row<'business'>, 'account_number' | 'claimed_account_number' | 'status'>
>

export const licenseColumns = {
  license: 'number',
  license_type: 'type',
  license_name: 'issued_by',
  license_address: 'address',
  license_expiry_date: 'expires_on',
} as const

export const shownColumns = {
  company_name: 'name',
  gln_number: 'gln_number',
  gs1_number: 'gs1_number',
  shipto_name: 'shipto_name',
  shipto_address1: 'shipto_address1',
  shipto_city: 'shipto_city',
  shipto_state: 'shipto_state',
  shipto_zip: 'shipto_zip',
  shipto_country: 'shipto_country',
  billto_name: 'billto_name',
  billto_address1: 'billto_address1',
  billto_city: 'billto_city',
  billto_state: 'billto_state',
  billto_zip: 'billto_zip',
  billto_country: 'billto_country',
} as const

const businessColumns = {
  ...shownColumns,
  account_number: 'account_number',
  claimed_account_number: 'claimed_account_number',
  status: 'status',
} as const

/** True for business columns shown with a user, except for the account number, which has its own rules. */
export const isOfBusiness = (column: string): column is keyof typeof licenseColumns | keyof typeof shownColumns =>
  Object.hasOwn(licenseColumns, column) || Object.hasOwn(shownColumns, column)

export const addBusiness = async (tx: Tx, facts: BusinessFacts & Pick<Row<'business'>, 'status'>): Promise<string> => {
  const id = newId()
  await tx
    .insertInto('business')
    .values({ ...among(facts, businessColumns), status: facts.status, id })
    .execute()
  await tx
    .insertInto('license')
    .values({ ...among(facts, licenseColumns), id: newId(), business_id: id, place: 1 })
    .execute()
  return id
}

/** Also increases the version, so that forms of all users of the business become stale. */
export const changeBusiness = async (tx: Tx, id: string, facts: BusinessFacts): Promise<void> => {
  await unverifyMoved(tx, id, facts)
  await tx
    .updateTable('business')
    .set({ ...among(facts, businessColumns), version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
  const license = among(facts, licenseColumns)
  if (Object.keys(license).length > 0) await changeLicense(tx, id, license)
}

/** Changed facts must be verified again. A suspended license stays suspended. */
const changeLicense = async (tx: Tx, businessId: string, license: Record<string, unknown>): Promise<void> => {
  const changed = Object.entries(license).map(
    ([column, value]) => sql<boolean>`${sql.ref(column)}::text is distinct from ${value}::text`,
  )
  await tx
    .updateTable('license')
    .set({ ...license, ...unverified })
    .where('business_id', '=', businessId)
    .where('place', '=', 1)
    .where(anyOf(changed))
    .execute()
}

const locationColumns: readonly string[] = [
  'shipto_name',
  'shipto_address1',
  'shipto_city',
  'shipto_state',
  'shipto_zip',
]

/** Case and outer spaces make no other place. */
export const isMoved = (column: string, value: Expression) =>
  locationColumns.includes(column)
    ? sql<boolean>`lower(btrim(business.${sql.ref(column)})) <> lower(btrim(${value}::text))`
    : sql<boolean>`false`

const unverifyMoved = async (tx: Tx, id: string, facts: Partial<Record<string, unknown>>): Promise<void> => {
  const moved = locationColumns.flatMap((column) =>
    facts[column] === undefined ? [] : [isMoved(column, sql`${facts[column]}`)],
  )
  if (moved.length === 0) return
  const found = await tx.selectFrom('business').select('id').where('id', '=', id).where(anyOf(moved)).execute()
  await unverifyRegistrations(tx, found)
}

/** Registrations are of one location (21 CFR 1301.12): those of a business that moved must be verified again. */
export const unverifyRegistrations = async (tx: Tx, businesses: readonly { id: string }[]): Promise<void> => {
  if (businesses.length === 0) return
  await unverifyAmong(tx)
    .where(sql<boolean>`business_id = any(${businesses.map(({ id }) => id)}::uuid[])`)
    .where('ship_to_id', 'is', null)
    .where('kind', '<>', 'state')
    .execute()
}

/** The same for a ship-to address, whose State licenses are of the location, too. */
export const unverifyShipTo = async (tx: Tx, shipToId: string): Promise<void> => {
  await unverifyAmong(tx).where('ship_to_id', '=', shipToId).execute()
}

/** A renewal that was filed stays, as does a suspension. */
const unverifyAmong = (tx: Tx) =>
  tx
    .updateTable('license')
    .set({
      status: 'unverified',
      verified_by: null,
      verified_at: null,
      verified_against: '',
      version: sql<number>`version + 1`,
    })
    .where('status', '=', 'verified')
    .where('removed_at', 'is', null)

/** The columns of a license whose facts have changed. */
export const unverified = {
  status: sql<'unverified'>`case status when 'suspended' then 'suspended' else 'unverified' end`,
  verified_by: null,
  verified_at: null,
  verified_against: '',
  renewal_filed_on: null,
  renewal_proof: '',
  version: sql<number>`version + 1`,
} as const

/** Deletes a business added in this transaction whose user was not added. */
export const discardBusiness = async (tx: Tx, id: string): Promise<void> => {
  await tx.deleteFrom('license').where('business_id', '=', id).execute()
  await tx.deleteFrom('business').where('id', '=', id).execute()
}

/** Closes a business without users. Its account number becomes available; its orders keep the business. */
export const closeBusiness = async (tx: Tx, id: string): Promise<void> => {
  await tx
    .updateTable('business')
    .set({ status: 'closed', deleted_at: sql<Date>`now()`, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

const among = (facts: BusinessFacts, columns: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) => {
      const column = columns[name]
      return column === undefined ? [] : [[column, value]]
    }),
  )
