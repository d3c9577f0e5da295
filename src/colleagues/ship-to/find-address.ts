import type { Db, Row, Tx } from '#platform/db/tables.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { stateCode } from '#shared/us-states.ts'
import { businessToRead } from '../people/find-business.ts'
import { maxAddresses, type ShipTo } from './contract.ts'
import { checkShipTo } from './check-ship-to.ts'
import { licenseFactsOf, shipToLicenses } from './save-license.ts'

/** The ship-to address of an order, share-locked until the transaction ends; null for the address of the business. */
export const shipToFor = async (
  tx: Tx,
  { businessId, shipToId }: { businessId: string | null; shipToId: string | undefined },
): Promise<Row<'ship_to'> | null> => {
  if (shipToId === undefined) return null
  const address = await tx
    .selectFrom('ship_to')
    .selectAll()
    .where('id', '=', shipToId)
    .where('business_id', '=', businessId)
    .where('removed_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  if (!address) throw notFound('Ship-to address')
  if (address.verified_at === null)
    throw new Refusal(409, 'This ship-to address is not verified. Choose another one or contact us.')
  return address
}

/** Two letters; empty if it is not known, or the address is not one of the business. */
export const stateShippedTo = async (
  db: Db,
  { businessId, shipToId }: { businessId: string | null; shipToId: string | undefined },
): Promise<string> => {
  const address = await db
    .selectFrom('business')
    .leftJoin('ship_to', (join) =>
      join.onRef('ship_to.business_id', '=', 'business.id').on('ship_to.id', '=', shipToId ?? null),
    )
    .select(['shipto_state', 'ship_to.state'])
    .where('business.id', '=', businessId)
    .executeTakeFirst()
  return stateCode((shipToId === undefined ? address?.shipto_state : address?.state) ?? '')
}

/** Locked for update; addresses of other businesses are answered with 404. */
export const lockAddress = async (
  tx: Tx,
  caller: { businessId: string | null; isAdmin: boolean },
  id: string,
): Promise<Row<'ship_to'>> => {
  const address = await tx
    .selectFrom('ship_to')
    .selectAll()
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .$if(!caller.isAdmin, (query) => query.where('business_id', '=', caller.businessId))
    .forUpdate()
    .executeTakeFirst()
  if (!address) throw notFound('Ship-to address')
  return address
}

/** Oldest first. */
export const addressesOf = async (
  db: Db,
  { caller, userId, day }: { caller: Caller; userId: string; day: string },
): Promise<ShipTo[]> => {
  // Staff who open their own pages have no ship-to addresses.
  if (userId === caller._id && (caller.isAdmin || caller.isSalesRep)) return []
  const { id } = await businessToRead(db, caller, userId)
  const rows = await db
    .selectFrom('ship_to')
    .selectAll()
    .where('business_id', '=', id)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .limit(maxAddresses)
    .execute()
  const licenses = await shipToLicenses(
    db,
    rows.map((row) => row.id),
  )
  return rows.map((row) => ({
    _id: row.id,
    name: row.name,
    address1: row.address1,
    city: row.city,
    state: row.state,
    zip: row.zip,
    country: row.country,
    ...licenseFactsOf(licenses.find((license) => license.ship_to_id === row.id)),
    needsLicense: row.needs_license,
    isVerified: row.verified_at !== null,
    holdReason: checkShipTo(
      row,
      licenses.flatMap(({ ship_to_id, number, state, expires_on, renewal_filed_on }) =>
        ship_to_id === row.id && number !== ''
          ? [{ state, expiresOn: expires_on, renewalFiledOn: renewal_filed_on }]
          : [],
      ),
      day,
    ),
    erpAddress: caller.isAdmin ? row.erp_address : '',
    __v: row.version,
  }))
}
