import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Row, Tx } from '#platform/db/tables.ts'

/** What is written of a business: its first license and all else under the names by which the view `account` shows it. */
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

/** What a user's screens show of his business, but for its account number, which is nobody's to write alone. */
export const isOfBusiness = (column: string): column is keyof typeof licenseColumns | keyof typeof shownColumns =>
  Object.hasOwn(licenseColumns, column) || Object.hasOwn(shownColumns, column)

export const addBusiness = async (tx: Tx, facts: BusinessFacts & Pick<Row<'business'>, 'status'>): Promise<string> => {
  const id = randomUUIDv7()
  await tx
    .insertInto('business')
    .values({ ...among(facts, businessColumns), status: facts.status, id })
    .execute()
  await tx
    .insertInto('license')
    .values({ ...among(facts, licenseColumns), id: randomUUIDv7(), business_id: id })
    .execute()
  return id
}

/** For all users of the business: forms that any of them was filled from before are stale. */
export const changeBusiness = async (tx: Tx, id: string, facts: BusinessFacts): Promise<void> => {
  await tx
    .updateTable('business')
    .set({ ...among(facts, businessColumns), version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
  const license = among(facts, licenseColumns)
  if (Object.keys(license).length > 0)
    await tx.updateTable('license').set(license).where('business_id', '=', id).where('place', '=', 1).execute()
}

/** One that was made in this transaction, for somebody who did not come. */
export const discardBusiness = async (tx: Tx, id: string): Promise<void> => {
  await tx.deleteFrom('license').where('business_id', '=', id).execute()
  await tx.deleteFrom('business').where('id', '=', id).execute()
}

/** Nobody is left in it. Its number is free, and what was ordered for it stays its own. */
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
