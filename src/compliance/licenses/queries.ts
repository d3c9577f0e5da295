import type * as z from 'zod/mini'
import { findBusiness } from '#colleagues/people/find-business.ts'
import type { Db } from '#platform/db/tables.ts'
import type { CallOf } from '#platform/http/serve.ts'
import type { licenses } from './contract.ts'
import type { License } from './license-shapes.ts'
import { needsProof } from './save-license.ts'

/** Oldest first. */
export const listLicenses = async (
  db: Db,
  { query: { forUser }, user }: CallOf<typeof licenses.list>,
): Promise<z.input<typeof License>[]> => {
  const businessId = forUser ? (await findBusiness(db, user, forUser)).id : null
  const rows = await db
    .selectFrom('license')
    .selectAll()
    .where('business_id', 'is not distinct from', businessId)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    _id: row.id,
    isFirst: row.place !== null,
    kind: row.kind,
    warehouse: row.warehouse,
    shipToId: row.ship_to_id,
    state: row.state,
    number: row.number,
    authority: row.issued_by,
    schedules: row.schedules,
    activity: row.activity,
    expiresOn: row.expires_on,
    renewalFiledOn: row.renewal_filed_on,
    renewalProof: row.renewal_proof,
    status: row.status,
    verifiedAt: row.verified_at,
    verifiedAgainst: row.verified_against,
    suspendedWhy: row.suspended_why,
    needsProof: needsProof(row),
    __v: row.version,
  }))
}
