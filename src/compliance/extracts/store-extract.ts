import { sql } from 'kysely'
import { act } from '#platform/act.ts'
import { newId } from '#platform/db/new-id.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import { locationOf } from '../licenses/compare-location.ts'
import { type OnLicenseChanged, resolveRenewals } from '../licenses/save-license.ts'
import { plainName, plainNumber } from '../licenses/plain-texts.ts'
import { compareExtract, indexExtract } from './compare-extract.ts'
import type { extracts } from './contract.ts'
import { findDayOrder, findShortYears } from './read-board-day.ts'

interface BoardLicense {
  id: string
  version: number
  /** Null for our own. */
  businessId: string | null
  number: string
  holder: string
  address: string
  expires_on: string | null
  status: string
  businessName: string
  place: Parameters<typeof locationOf>[0] | null
}

const mostLicenses = 5_000

/** All licenses of a board: of active customers and our own. */
const licensesOfBoard = async (
  db: Db | Tx,
  { state, kind }: { state: string; kind: 'state' | 'controlled' },
): Promise<BoardLicense[]> => {
  const { rows } = await sql<BoardLicense>`
    select license.id, license.version, license.business_id as "businessId", number, holder, license.address, expires_on, license.status,
      coalesce(business.name, '') as "businessName",
      case when ship_to.id is not null then json_build_object('name', ship_to.name, 'address1', ship_to.address1,
          'city', ship_to.city, 'state', ship_to.state, 'zip', ship_to.zip)
        when business.id is not null then json_build_object('name', shipto_name, 'address1', shipto_address1,
          'city', shipto_city, 'state', shipto_state, 'zip', shipto_zip) end as place
    from license
    left join business on business.id = license.business_id
    left join ship_to on ship_to.id = license.ship_to_id
    where license.state = ${state} and kind = ${kind} and license.removed_at is null and number <> ''
      and (license.business_id is null or business.status = 'active')
    order by license.id limit ${mostLicenses + 1}`.execute(db)
  if (rows.length > mostLicenses)
    throw new Refusal(422, `More than ${mostLicenses} licenses of this State cannot be compared at a time.`)
  return rows
}

const filled = (texts: readonly string[]) => texts.filter((each) => each.trim() !== '')

/** What the license itself says counts; the customer’s names and addresses only where it says nothing. */
const recordedOf = ({ number, holder, address, expires_on, status, businessName, place }: BoardLicense) => {
  const location = place && locationOf(place)
  return {
    number,
    names: holder ? [holder] : filled([businessName, location?.name ?? '']),
    addresses: address ? [address] : filled([location?.address ?? '']),
    expiresOn: expires_on,
    isSuspended: status === 'suspended',
  }
}

export const boardKeys = async (db: Db, board: CallOf<typeof extracts.keys>['query']) => {
  const recorded = (await licensesOfBoard(db, board)).map(recordedOf)
  return {
    numbers: [...new Set(recorded.map(({ number }) => plainNumber(number)))],
    names: [...new Set(recorded.flatMap(({ names }) => names.map(plainName)))],
  }
}

/** Compares all licenses of the board with the rows, and stores the outcome of each. Verifies nothing. */
export const storeExtract = (db: Db, today: string, call: CallOf<typeof extracts.compare>): Promise<string> =>
  act(db, call, async ({ tx, actor, record }) => {
    const { rows, rowCount = rows.length, fileName, publishedOn, state, kind } = call.body
    if (publishedOn > today)
      throw new Refusal(422, 'The date of the extract is in the future.', { field: 'publishedOn' })
    const dates = rows.map(({ expiresOn }) => expiresOn)
    const { dayOrder = findDayOrder(dates), hasShortYears } = call.body
    if (dayOrder === null)
      throw new Refusal(422, 'The dates can be read in two ways. Choose whether the month or the day is first.', {
        field: 'dayOrder',
      })
    if (!hasShortYears && findShortYears(dates))
      throw new Refusal(422, 'Years have two digits. Confirm that they are from 2000 to 2099.', {
        field: 'hasShortYears',
      })
    const board = await licensesOfBoard(tx, { state, kind })
    const index = indexExtract(
      rows,
      { dayOrder, hasShortYears },
      new Set(board.map(({ number }) => plainNumber(number))),
    )
    if (board.length === 0) throw new Refusal(422, 'There are no licenses of this State and kind to compare.')
    const id = newId()
    await tx
      .insertInto('license_extract')
      .values({
        id,
        state,
        kind,
        file_name: fileName,
        published_on: publishedOn,
        row_count: rowCount,
        uploaded_by: actor._id,
      })
      .execute()
    const holders = Map.groupBy(board, ({ number }) => plainNumber(number))
    const checks = board.map((license) => {
      const others = holders.get(plainNumber(license.number))?.filter((one) => one.businessId !== license.businessId)
      const sharedWith = [...new Set(others?.map(({ businessName }) => businessName || 'our own license'))].slice(0, 5)
      return {
        extract_id: id,
        license_id: license.id,
        license_version: license.version,
        ...compareExtract({ ...recordedOf(license), sharedWith }, index, today),
      }
    })
    // Locked in the order of their ids, so that two uploads wait for each other instead of failing.
    await sql`select from license where id = any(${checks.map((check) => check.license_id)}::uuid[]) order by id for update`.execute(
      tx,
    )
    await tx
      .updateTable('license_check')
      .set({ is_latest: false })
      .where('is_latest', '=', true)
      .where(sql<boolean>`license_id = any(${checks.map((check) => check.license_id)}::uuid[])`)
      .execute()
    await tx
      .insertInto('license_check')
      .values(checks.map((check) => ({ ...check, differences: JSON.stringify(check.differences) })))
      .execute()
    const count = (outcome: string) => checks.filter((check) => check.outcome === outcome).length
    await record('license extract compared', ['license extract', id], {
      after: {
        state,
        kind,
        fileName,
        publishedOn,
        dayOrder,
        rows: rowCount,
        matches: count('matches'),
        differs: count('differs'),
        missing: count('missing'),
      },
    })
    return id
  })

/** Verifies the chosen matches: by whom, when, and with file name and date as the source. All or none. */
export const confirmMatches = (
  db: Db,
  onChanged: OnLicenseChanged,
  call: CallOf<typeof extracts.confirm>,
): Promise<number> =>
  act(db, call, async ({ tx, actor, record }) => {
    const { params, body } = call
    const extract = await tx
      .selectFrom('license_extract')
      .select(['id', 'file_name', 'published_on'])
      .where('id', '=', params.id)
      .executeTakeFirstOrThrow(() => notFound('Extract'))
    const chosen = [...new Set(body.licenses)]
    const found = await tx
      .selectFrom('license_check')
      .innerJoin('license', 'license.id', 'license_id')
      .select(['license.id', 'business_id', 'number', 'expires_on', 'place', 'license.status', 'version'])
      .select(['license_version', 'outcome', 'is_latest', 'confirmed_at'])
      .where('extract_id', '=', extract.id)
      .where(sql<boolean>`license.id = any(${chosen}::uuid[])`)
      .where('removed_at', 'is', null)
      .orderBy('license.id')
      .forUpdate()
      .execute()
    if (found.length !== chosen.length) throw notFound('License')
    const stale = found.filter(
      (one) =>
        one.outcome !== 'matches' || !one.is_latest || one.confirmed_at !== null || one.version !== one.license_version,
    )
    if (stale.length > 0)
      throw new Refusal(
        409,
        `${stale
          .map(({ number }) => number)
          .slice(0, 5)
          .join(', ')}: changed since the comparison, or confirmed before. Open the extract again.`,
      )
    const source = `${extract.file_name} of ${extract.published_on}`
    for (const one of found) {
      await tx
        .updateTable('license')
        .set({
          status: 'verified',
          verified_by: actor._id,
          verified_at: sql<Date>`now()`,
          verified_against: source,
          version: sql<number>`version + 1`,
        })
        .where('id', '=', one.id)
        .execute()
      await resolveRenewals(tx, one)
      await record('license verified', one.business_id === null ? ['license', one.id] : ['business', one.business_id], {
        before: { status: one.status },
        after: { license: one.id, number: one.number, expiresOn: one.expires_on, source, extract: extract.id },
      })
    }
    const ids = found.map(({ id }) => id)
    await sql`update license_check set confirmed_at = now(), confirmed_by = ${actor._id}
      where extract_id = ${extract.id} and license_id = any(${ids}::uuid[])`.execute(tx)
    // The first license is part of the customer’s form, which becomes stale, too.
    await sql`update business set version = version + 1
      where id in (select business_id from license where id = any(${ids}::uuid[]) and place is not null)`.execute(tx)
    const businesses = [...new Set(found.map(({ business_id: business }) => business))]
    // Our own licenses concern the orders of all.
    for (const business of businesses.includes(null) ? [null] : businesses) await onChanged(tx, business, call)
    return found.length
  })
