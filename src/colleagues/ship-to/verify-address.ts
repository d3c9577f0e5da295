import { sql } from 'kysely'
import { recordAudit } from '#audit/record-entry.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { actOnce } from '#platform/http/act-once.ts'
import type { Caller } from '#platform/http/bearer.ts'
import type { RequestFacts } from '#platform/http/serve.ts'
import { refuseStale } from './change-address.ts'
import type { Verification } from './contract.ts'
import { lockAddress } from './find-address.ts'

interface Verifying extends Verification {
  caller: Caller
  id: string
  request: RequestFacts
}

/** Called for orders on hold for this address; orders are in a room above. */
export type OnVerified = (
  tx: Tx,
  verified: { shipToId: string; businessId: string; actorId: string; request: RequestFacts },
) => Promise<void>

/** Records that an admin verified address and license in exactly this version. */
export const verifyAddress = (
  db: Db,
  { caller, id, __v, needsLicense, erpAddress, request }: Verifying,
  onVerified: OnVerified,
): Promise<void> =>
  actOnce(db, request, async (tx) => {
    const before = await lockAddress(tx, caller, id)
    refuseStale(before, __v)
    await tx
      .updateTable('ship_to')
      .set({
        needs_license: needsLicense,
        erp_address: erpAddress,
        verified_at: sql<Date>`now()`,
        verified_by: caller._id,
        version: sql`version + 1`,
      })
      .where('id', '=', id)
      .execute()
    await recordAudit(tx, {
      actorId: caller._id,
      action: 'ship-to address verified',
      entity: 'business',
      entityId: before.business_id,
      before: { needsLicense: before.needs_license, erpAddress: before.erp_address },
      after: {
        shipTo: id,
        needsLicense,
        erpAddress,
        license: before.license_number,
        expiresOn: before.license_expires_on,
      },
      request,
    })
    await onVerified(tx, { shipToId: id, businessId: before.business_id, actorId: caller._id, request })
  })
