import type { Db, Row, Tx } from '#platform/db/tables.ts'
import { plainAddress, plainName } from './plain-texts.ts'

/** Where a license is for. */
export interface RegisteredPlace {
  name: string
  address: string
}

interface Place {
  name: string
  address1: string
  city: string
  state: string
  zip: string
}

export const locationOf = ({ name, address1, city, state, zip }: Place): RegisteredPlace => ({
  name,
  address: [address1, city, `${state} ${zip}`]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(', '),
})

type Located = Pick<Row<'license'>, 'kind' | 'business_id' | 'ship_to_id' | 'holder' | 'address'>

/**
 * What a DEA registration says differently from its ship-to address (21 CFR 1301.12: one registration per location).
 * Facts that were not recorded are not compared.
 */
export const differencesFrom = (
  { kind, holder, address }: Pick<Located, 'kind' | 'holder' | 'address'>,
  location: RegisteredPlace | null,
): ('name' | 'address')[] => {
  if (kind !== 'dea' || location === null) return []
  const isNameOther = holder !== '' && plainName(holder) !== plainName(location.name)
  const isAddressOther = address !== '' && plainAddress(address) !== plainAddress(location.address)
  return [...(isNameOther ? (['name'] as const) : []), ...(isAddressOther ? (['address'] as const) : [])]
}

export const differencesFromLocation = async (tx: Tx, license: Located): Promise<('name' | 'address')[]> =>
  differencesFrom(license, await findLocation(tx, license))

const findLocation = async (db: Db | Tx, license: Located): Promise<RegisteredPlace | null> => {
  if (license.business_id === null) return null
  const place = license.ship_to_id
    ? await db
        .selectFrom('ship_to')
        .select(['name', 'address1', 'city', 'state', 'zip'])
        .where('id', '=', license.ship_to_id)
        .executeTakeFirstOrThrow()
    : await db
        .selectFrom('business')
        .select([
          'shipto_name as name',
          'shipto_address1 as address1',
          'shipto_city as city',
          'shipto_state as state',
          'shipto_zip as zip',
        ])
        .where('id', '=', license.business_id)
        .executeTakeFirstOrThrow()
  return locationOf(place)
}
