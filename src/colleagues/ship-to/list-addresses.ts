import type { Db } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { maxAddresses, type ShipTo } from './contract.ts'
import { addressBusiness } from './find-address.ts'
import { checkShipTo } from './check-ship-to.ts'

/** Oldest first. */
export const addressesOf = async (
  db: Db,
  { caller, userId, day }: { caller: Caller; userId: string; day: string },
): Promise<ShipTo[]> => {
  // Staff who open their own pages have no ship-to addresses.
  if (userId === caller._id && (caller.isAdmin || caller.isSalesRep)) return []
  const { id } = await addressBusiness(db, caller, userId)
  const rows = await db
    .selectFrom('ship_to')
    .selectAll()
    .where('business_id', '=', id)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .limit(maxAddresses)
    .execute()
  return rows.map((row) => ({
    _id: row.id,
    name: row.name,
    address1: row.address1,
    city: row.city,
    state: row.state,
    zip: row.zip,
    country: row.country,
    licenseNumber: row.license_number,
    licenseState: row.license_state,
    licenseExpiresOn: row.license_expires_on,
    needsLicense: row.needs_license,
    isVerified: row.verified_at !== null,
    holdReason: checkShipTo(row, day),
    erpAddress: caller.isAdmin ? row.erp_address : '',
    __v: row.version,
  }))
}
