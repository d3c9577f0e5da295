import { sql } from 'kysely'
import type { Tx } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'
import type { DemoBusiness } from './businesses.ts'
import { shipTosOf } from './ship-tos.ts'

interface Seeding {
  business: DemoBusiness
  businessId: string
  proposedBy: string
  verifiedBy: string
}

/** Further ship-to addresses of a business. The last one awaits verification. */
export const seedShipTos = async (tx: Tx, { business, businessId, proposedBy, verifiedBy }: Seeding): Promise<void> => {
  const shipTos = shipTosOf(business)
  const rows = shipTos.map(({ street, uuid, ...address }, at) => ({
    ...address,
    id: newId(),
    business_id: businessId,
    address1: street,
    country: 'US',
    proposed_by: proposedBy,
    removed_at: null,
    ...(at < shipTos.length - 1
      ? { erp_address: uuid, verified_by: verifiedBy, verified_at: new Date() }
      : { verified_by: null, verified_at: null }),
  }))
  if (rows.length === 0) return
  await tx.insertInto('ship_to').values(rows).execute()
  const licenses = rows.map(({ id, state }, at) => ({
    id: newId(),
    business_id: businessId,
    ship_to_id: id,
    state,
    number: `${state}-PH-${31_207 + at * 811}`,
    expires_on: sql<string>`current_date + 400`,
  }))
  await tx.insertInto('license').values(licenses).execute()
}
