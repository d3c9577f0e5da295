import { sql } from 'kysely'
import { recordAudit } from '#audit/record-entry.ts'
import { lockBusinesses } from '#identity/lock-businesses.ts'
import { queueMail } from '#mail/send-mail.ts'
import type { Db, Row, Tx } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'
import { actOnce } from '#platform/http/act-once.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { RequestFacts } from '#platform/http/serve.ts'
import { shipToProposedEmail } from './compose-emails.ts'
import { activeAdmins } from '#identity/find-account.ts'
import { maxAddresses, type ShipToFacts, type Verification } from './contract.ts'
import { addressBusiness, lockAddress } from './find-address.ts'

interface Context {
  caller: Caller
  request: RequestFacts
}

/** Anyone who can order for a business can propose an address; the admins are notified unless an admin added it. */
export const addAddress = (
  db: Db,
  publicUrl: string,
  { caller, userId, facts, request }: Context & { userId: string; facts: ShipToFacts },
): Promise<string> => {
  if (caller.isSalesRep && !caller.isAdmin)
    throw new Refusal(403, 'Only the business itself or an admin can add ship-to addresses.')
  return actOnce(db, request, async (tx) => {
    const business = await addressBusiness(tx, caller, userId)
    await lockBusinesses(tx, { id: business.id, number: null })
    await refuseTooMany(tx, business.id)
    const id = newId()
    await tx
      .insertInto('ship_to')
      .values({ id, business_id: business.id, proposed_by: caller._id, ...columnsOf(facts) })
      .execute()
    if (!caller.isAdmin)
      for (const admin of await activeAdmins(tx))
        await queueMail(tx, shipToProposedEmail(admin, { company: business.name, facts, userId, publicUrl }))
    await recordAudit(tx, {
      actorId: caller._id,
      action: 'ship-to address proposed',
      entity: 'business',
      entityId: business.id,
      after: { shipTo: id, ...facts },
      request,
    })
    return id
  })
}

const refuseTooMany = async (tx: Tx, businessId: string): Promise<void> => {
  const { count } = await tx
    .selectFrom('ship_to')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('business_id', '=', businessId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (count >= maxAddresses)
    throw new Refusal(409, `A business can have at most ${maxAddresses} additional ship-to addresses.`)
}

/** A changed address must be verified again. */
export const changeAddress = (
  db: Db,
  { caller, id, facts, version, request }: Context & { id: string; facts: ShipToFacts; version: number },
): Promise<void> =>
  actOnce(db, request, async (tx) => {
    const before = await lockAddress(tx, caller, id)
    refuseStale(before, version)
    const after = columnsOf(facts)
    const changed = (Object.keys(after) as (keyof typeof after)[]).filter((name) => before[name] !== after[name])
    if (changed.length === 0) return
    await tx
      .updateTable('ship_to')
      .set({ ...after, version: sql`version + 1`, verified_at: null, verified_by: null })
      .where('id', '=', id)
      .execute()
    await recordAudit(tx, {
      actorId: caller._id,
      action: 'ship-to address changed',
      entity: 'business',
      entityId: before.business_id,
      before: { shipTo: id, ...Object.fromEntries(changed.map((name) => [name, before[name]])) },
      after: Object.fromEntries(changed.map((name) => [name, after[name]])),
      request,
    })
  })

const refuseStale = ({ version: now }: Row<'ship_to'>, version: number): void => {
  if (now !== version) throw new Refusal(409, 'Someone else changed this address. Review it and try again.')
}

/** Existing orders keep it. */
export const removeAddress = (db: Db, { caller, id, request }: Context & { id: string }): Promise<void> =>
  actOnce(db, request, async (tx) => {
    const before = await lockAddress(tx, caller, id)
    await tx
      .updateTable('ship_to')
      .set({ removed_at: sql<Date>`now()`, version: sql`version + 1` })
      .where('id', '=', id)
      .execute()
    await recordAudit(tx, {
      actorId: caller._id,
      action: 'ship-to address removed',
      entity: 'business',
      entityId: before.business_id,
      before: { shipTo: id, name: before.name, address1: before.address1, city: before.city, state: before.state },
      request,
    })
  })

const columnsOf = ({ licenseNumber, licenseState, licenseExpiresOn, ...address }: ShipToFacts) => ({
  name: address.name,
  address1: address.address1,
  city: address.city,
  state: address.state,
  zip: address.zip,
  country: address.country,
  license_number: licenseNumber,
  license_state: licenseState,
  license_expires_on: licenseExpiresOn,
})

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
