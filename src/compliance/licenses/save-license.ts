import { sql } from 'kysely'
import { act, type ActedBy, refuseStale, type RecordEntry } from '#platform/act.ts'
import { newId } from '#platform/db/new-id.ts'
import type { Db, NewRow, Row, Tx } from '#platform/db/tables.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import { checkDeaNumber } from './check-number.ts'
import type { licenses } from './contract.ts'
import type { LicenseFields } from './license-shapes.ts'
import { findHolder } from './find-holder.ts'
import { differencesFromLocation } from './compare-location.ts'

/** Orders on hold may wait for it; orders are in a room above. Null for our own licenses. */
export type OnLicenseChanged = (tx: Tx, businessId: string | null, by: ActedBy) => Promise<void>

interface Saving {
  onChanged: OnLicenseChanged
  /** For the wholesaler. */
  today: string
}

export const needsProof = ({ kind, number }: Pick<Row<'license'>, 'kind' | 'number'>): boolean =>
  kind === 'dea' && checkDeaNumber(number) !== 'passed'

interface Saved {
  _id: string
  needsProof: boolean
}

export const addLicense = (db: Db, { onChanged, today }: Saving, call: CallOf<typeof licenses.add>): Promise<Saved> =>
  act(db, call, async ({ tx, record }) => {
    const { forUser, license } = call.body
    refuseFutureRenewal(license, today)
    const businessId = forUser ? await findHolder(tx, forUser) : null
    await refuseForeignShipTo(tx, businessId, license)
    const _id = newId()
    const facts = columnsOf(license)
    await tx
      .insertInto('license')
      .values({ id: _id, business_id: businessId, ...facts })
      .execute()
    await record('license added', subjectOf({ id: _id, business_id: businessId }), {
      after: { license: _id, ...facts },
    })
    await onChanged(tx, businessId, call)
    return { _id, needsProof: needsProof(facts) }
  })

/** Changed facts must be verified again; a filed renewal alone keeps the verification. */
export const changeLicense = (
  db: Db,
  { onChanged, today }: Saving,
  call: CallOf<typeof licenses.change>,
): Promise<Saved> =>
  changing(db, call.params.id, { onChanged, call, opened: call.body.__v }, async ({ tx, before, record }) => {
    refuseFutureRenewal(call.body.license, today)
    await refuseForeignShipTo(tx, before.business_id, call.body.license)
    const facts = columnsOf(call.body.license)
    const changed = (Object.keys(facts) as (keyof typeof facts)[]).filter(
      (name) => String(before[name] ?? '') !== String(facts[name] ?? ''),
    )
    const isSame = changed.every((name) => name === 'renewal_filed_on' || name === 'renewal_proof')
    const verification = { verified_by: null, verified_at: null, verified_against: '' }
    await write(tx, before, {
      ...facts,
      ...(!isSame && { ...verification, ...(before.status === 'verified' && { status: 'unverified' as const }) }),
    })
    await record('license changed', subjectOf(before), {
      before: { license: before.id, ...Object.fromEntries(changed.map((name) => [name, before[name]])) },
      after: Object.fromEntries(changed.map((name) => [name, facts[name]])),
    })
    return { _id: before.id, needsProof: needsProof(facts) }
  })

export const verifyLicense = (
  db: Db,
  onChanged: OnLicenseChanged,
  call: CallOf<typeof licenses.verify>,
): Promise<void> =>
  changing(db, call.params.id, { onChanged, call, opened: call.body.__v }, async ({ tx, before, record }) => {
    const { source, proof, isLocationConfirmed, expiresOn = before.expires_on } = call.body
    const isRenewed = expiresOn !== before.expires_on
    if (before.number === '') throw new Refusal(422, 'Enter the number of the license first.')
    const differs = await differencesFromLocation(tx, before)
    if (differs.length > 0 && !isLocationConfirmed)
      throw new Refusal(
        422,
        `The ${differs.join(' and ')} of this registration ${differs.length > 1 ? 'differ' : 'differs'} from the ship-to address. Confirm that it is for this location.`,
      )
    if (needsProof(before) && proof === '')
      throw new Refusal(422, 'This DEA number fails its check digit. Enter the proof that DEA issued it.')
    await write(tx, before, {
      ...(isRenewed && { expires_on: expiresOn, renewal_filed_on: null, renewal_proof: '' }),
      status: 'verified',
      suspended_why: '',
      verified_by: call.user._id,
      verified_at: new Date(),
      verified_against: proof ? `${source} (${proof})` : source,
    })
    await resolveRenewals(tx, { id: before.id, expires_on: expiresOn })
    await record('license verified', subjectOf(before), {
      before: { status: before.status, ...(isRenewed && { expiresOn: before.expires_on }) },
      after: { license: before.id, number: before.number, expiresOn, source, proof, differs },
    })
  })

/** A verified license answers the renewals that were sent for this date or an earlier one. */
export const resolveRenewals = async (
  tx: Tx,
  { id, expires_on }: Pick<Row<'license'>, 'id' | 'expires_on'>,
): Promise<void> => {
  await tx
    .updateTable('license_file')
    .set({ resolved_at: sql<Date>`now()` })
    .where('license_id', '=', id)
    .where('resolved_at', 'is', null)
    .where('renewed_until', '<=', expires_on)
    .execute()
}

export const suspendLicense = (
  db: Db,
  onChanged: OnLicenseChanged,
  call: CallOf<typeof licenses.suspend>,
): Promise<void> =>
  changing(db, call.params.id, { onChanged, call, opened: call.body.__v }, async ({ tx, before, record }) => {
    await write(tx, before, { status: 'suspended', suspended_why: call.body.why })
    await record('license suspended', subjectOf(before), {
      before: { status: before.status },
      after: { license: before.id, number: before.number, why: call.body.why },
    })
  })

export const removeLicense = (
  db: Db,
  onChanged: OnLicenseChanged,
  call: CallOf<typeof licenses.remove>,
): Promise<void> =>
  changing(db, call.params.id, { onChanged, call, opened: call.query.__v }, async ({ tx, before, record }) => {
    if (before.place !== null) throw new Refusal(409, 'A customer’s first license can’t be removed. Change it instead.')
    await write(tx, before, { removed_at: new Date() })
    await record('license removed', subjectOf(before), {
      before: { license: before.id, kind: before.kind, state: before.state, number: before.number },
    })
  })

type Change = { tx: Tx; before: Row<'license'>; record: RecordEntry }

const changing = <T>(
  db: Db,
  id: string,
  { onChanged, call, opened }: { onChanged: OnLicenseChanged; call: ActedCall; opened: number },
  change: (change: Change) => Promise<T>,
): Promise<T> =>
  act(db, call, async ({ tx, record }) => {
    const before = await tx
      .selectFrom('license')
      .selectAll()
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .forUpdate()
      .executeTakeFirstOrThrow(() => notFound('License'))
    refuseStale('This license', { opened, version: before.version })
    const result = await change({ tx, before, record })
    await onChanged(tx, before.business_id, call)
    return result
  })

type ActedCall = Pick<CallOf<typeof licenses.change>, 'user' | 'request'>

/** The first license is part of the customer’s form, which becomes stale, too. */
const write = async (tx: Tx, { id, place, business_id }: Row<'license'>, values: Partial<NewRow<'license'>>) => {
  await tx
    .updateTable('license')
    .set({ ...values, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()
  if (place !== null && business_id !== null)
    await tx
      .updateTable('business')
      .set({ version: sql<number>`version + 1` })
      .where('id', '=', business_id)
      .execute()
}

const subjectOf = ({ id, business_id }: Pick<Row<'license'>, 'id' | 'business_id'>) =>
  business_id === null ? (['license', id] as const) : (['business', business_id] as const)

/** A renewal that nobody filed yet would keep the license valid past its last day. */
const refuseFutureRenewal = ({ renewalFiledOn }: LicenseFields, today: string): void => {
  if (renewalFiledOn !== null && renewalFiledOn > today)
    throw new Refusal(422, 'The day the renewal was filed is in the future.', { field: 'renewalFiledOn' })
}

const refuseForeignShipTo = async (tx: Tx, businessId: string | null, { shipToId }: LicenseFields): Promise<void> => {
  if (!shipToId) return
  await tx
    .selectFrom('ship_to')
    .select('id')
    .where('id', '=', shipToId)
    .where('business_id', '=', businessId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow(() => notFound('Ship-to address'))
}

const columnsOf = (license: LicenseFields) => ({
  holder: license.holder,
  address: license.address,
  kind: license.kind,
  warehouse: license.warehouse,
  ship_to_id: license.shipToId,
  state: license.state,
  number: license.number,
  issued_by: license.authority,
  schedules: license.schedules.toSorted(),
  activity: license.activity,
  expires_on: license.expiresOn,
  renewal_filed_on: license.renewalFiledOn,
  renewal_proof: license.renewalProof,
})
