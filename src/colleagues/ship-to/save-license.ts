import { sql } from 'kysely'
import { unverified } from '#customers/business/write-business.ts'
import { newId } from '#platform/db/new-id.ts'
import type { Db, Row, Tx } from '#platform/db/tables.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { ShipToFacts } from './contract.ts'

type ShipToLicenseRow = Pick<
  Row<'license'>,
  'id' | 'ship_to_id' | 'number' | 'state' | 'expires_on' | 'renewal_filed_on' | 'status'
>

/** The State licenses of ship-to addresses, oldest first. The oldest of an address is edited with it. */
export const shipToLicenses = (db: Db | Tx, shipToIds: readonly string[]): Promise<ShipToLicenseRow[]> =>
  db
    .selectFrom('license')
    .select(['id', 'ship_to_id', 'number', 'state', 'expires_on', 'renewal_filed_on', 'status'])
    .where(sql<boolean>`ship_to_id = any(${[...shipToIds]}::uuid[])`)
    .where('kind', '=', 'state')
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute()

/** The license fields of a ship-to address, by the names of its form. */
export const licenseFactsOf = (
  license: ShipToLicenseRow | undefined,
): Pick<ShipToFacts, 'licenseNumber' | 'licenseState' | 'licenseExpiresOn'> => ({
  licenseNumber: license?.number ?? '',
  licenseState: license?.state ?? '',
  licenseExpiresOn: license?.expires_on ?? null,
})

interface Saving {
  businessId: string
  shipToId: string
  facts: ShipToFacts
}

/** Saves the license that was typed with an address. Changed facts must be verified again; an emptied one is removed. */
export const saveLicense = async (
  tx: Tx,
  before: ShipToLicenseRow | undefined,
  { businessId, shipToId, facts }: Saving,
): Promise<void> => {
  const { licenseNumber: number, licenseState: state, licenseExpiresOn: expires_on } = facts
  const isEmpty = number === '' && state === '' && expires_on === null
  if (!before) {
    if (isEmpty) return
    await tx
      .insertInto('license')
      .values({ id: newId(), business_id: businessId, ship_to_id: shipToId, number, state, expires_on })
      .execute()
    return
  }
  if (before.number === number && before.state === state && before.expires_on === expires_on) return
  // Only an admin ends a suspension, under Licenses.
  if (before.status === 'suspended')
    throw new Refusal(409, 'The license of this address is suspended and can’t be changed here. Contact us.')
  await tx
    .updateTable('license')
    .set(isEmpty ? { removed_at: new Date() } : { number, state, expires_on, ...unverified })
    .where('id', '=', before.id)
    .execute()
}
