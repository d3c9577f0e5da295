import { sql } from 'kysely'
import { unverifyShipTo } from '#customers/business/write-business.ts'
import { lockBusinesses } from '#identity/lock-businesses.ts'
import { queueMail } from '#mail/send-mail.ts'
import { act, type ActedBy, refuseStale } from '#platform/act.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'
import { refuseFull } from '#platform/refuse-full.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import { businessToRead } from '../people/find-business.ts'
import { shipToProposedEmail } from './compose-emails.ts'
import { activeAdmins } from '#identity/find-account.ts'
import { maxAddresses, type ShipToFacts, type shipTos } from './contract.ts'
import { lockAddress } from './find-address.ts'
import { licenseFactsOf, saveLicense, shipToLicenses } from './save-license.ts'

/** Anyone who can order for a business can propose an address; the admins are notified unless an admin added it. */
export const addAddress = async (db: Db, publicUrl: string, call: CallOf<typeof shipTos.add>): Promise<string> => {
  const { body: facts, user } = call
  if (user.isSalesRep && !user.isAdmin)
    throw new Refusal(403, 'Only the business itself or an admin can add ship-to addresses.')
  return act(db, call, async ({ tx, actor, record }) => {
    const { id: userId } = call.params
    const business = await businessToRead(tx, actor, userId)
    await lockBusinesses(tx, { id: business.id, number: null })
    await refuseFull(
      tx.selectFrom('ship_to').where('business_id', '=', business.id).where('removed_at', 'is', null),
      maxAddresses,
      `A business can have at most ${maxAddresses} additional ship-to addresses.`,
    )
    const id = newId()
    await tx
      .insertInto('ship_to')
      .values({ id, business_id: business.id, proposed_by: actor._id, ...factsOf(facts) })
      .execute()
    await saveLicense(tx, undefined, { businessId: business.id, shipToId: id, facts })
    if (!actor.isAdmin)
      for (const admin of await activeAdmins(tx))
        await queueMail(tx, shipToProposedEmail(admin, { company: business.name, facts, userId, publicUrl }))
    await record('ship-to address proposed', ['business', business.id], { after: { shipTo: id, ...facts } })
    return id
  })
}

const staleMessage = 'Someone else changed this address. Review it and try again.'

/** A changed address must be verified again, and if it is another place, its licenses and registrations, too. */
export const changeAddress = (db: Db, call: CallOf<typeof shipTos.change>): Promise<void> =>
  act(db, call, async ({ tx, actor, record }) => {
    const { id } = call.params
    const { __v: opened, ...after } = call.body
    const before = await lockAddress(tx, actor, id)
    refuseStale('This address', { opened, version: before.version }, staleMessage)
    const [license] = await shipToLicenses(tx, [id])
    const known = { ...factsOf(before), ...licenseFactsOf(license) }
    const changed = (Object.keys(after) as (keyof typeof after)[]).filter((name) => known[name] !== after[name])
    if (changed.length === 0) return
    await tx
      .updateTable('ship_to')
      .set({ ...factsOf(after), version: sql`version + 1`, verified_at: null, verified_by: null })
      .where('id', '=', id)
      .execute()
    await saveLicense(tx, license, { businessId: before.business_id, shipToId: id, facts: after })
    if (changed.some((name) => isOfPlace(name) && plain(known[name]) !== plain(after[name])))
      await unverifyShipTo(tx, id)
    await record('ship-to address changed', ['business', before.business_id], {
      before: { shipTo: id, ...Object.fromEntries(changed.map((name) => [name, known[name]])) },
      after: Object.fromEntries(changed.map((name) => [name, after[name]])),
    })
  })

const isOfPlace = (name: keyof ShipToFacts): boolean => ['name', 'address1', 'city', 'state', 'zip'].includes(name)
const plain = (fact: string | null): string => (fact ?? '').trim().toLowerCase()

/** Existing orders keep it. Its licenses are removed with it. */
export const removeAddress = (db: Db, { params: { id }, ...acting }: CallOf<typeof shipTos.remove>): Promise<void> =>
  act(db, acting, async ({ tx, actor, record }) => {
    const before = await lockAddress(tx, actor, id)
    await tx
      .updateTable('ship_to')
      .set({ removed_at: sql<Date>`now()`, version: sql`version + 1` })
      .where('id', '=', id)
      .execute()
    await tx
      .updateTable('license')
      .set({ removed_at: sql<Date>`now()`, version: sql<number>`version + 1` })
      .where('ship_to_id', '=', id)
      .where('removed_at', 'is', null)
      .execute()
    await record('ship-to address removed', ['business', before.business_id], {
      before: { shipTo: id, name: before.name, address1: before.address1, city: before.city, state: before.state },
    })
  })

type Address = Omit<ShipToFacts, 'licenseNumber' | 'licenseState' | 'licenseExpiresOn'>

const factsOf = ({ name, address1, city, state, zip, country }: Address) => ({
  name,
  address1,
  city,
  state,
  zip,
  country,
})

/** Called for orders on hold for this address; orders are in a room above. */
export type OnVerified = (tx: Tx, verified: { shipToId: string; businessId: string }, by: ActedBy) => Promise<void>

/** Records that an admin verified the address in exactly this version. Its licenses are verified by their own act. */
export const verifyAddress = (db: Db, onVerified: OnVerified, call: CallOf<typeof shipTos.verify>): Promise<void> =>
  act(db, call, async ({ tx, actor, record }) => {
    const { id } = call.params
    const { __v, needsLicense, erpAddress } = call.body
    const before = await lockAddress(tx, actor, id)
    refuseStale('This address', { opened: __v, version: before.version }, staleMessage)
    await tx
      .updateTable('ship_to')
      .set({
        needs_license: needsLicense,
        erp_address: erpAddress,
        verified_at: sql<Date>`now()`,
        verified_by: actor._id,
        version: sql`version + 1`,
      })
      .where('id', '=', id)
      .execute()
    await record('ship-to address verified', ['business', before.business_id], {
      before: { needsLicense: before.needs_license, erpAddress: before.erp_address },
      after: {
        shipTo: id,
        needsLicense,
        erpAddress,
      },
    })
    await onVerified(tx, { shipToId: id, businessId: before.business_id }, call)
  })
