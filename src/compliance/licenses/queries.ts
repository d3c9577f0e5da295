import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import { allOf, type Condition, containsName } from '#platform/db/conditions.ts'
import type { Db } from '#platform/db/tables.ts'
import type { CallOf } from '#platform/http/serve.ts'
import { checkDeaNumber } from './check-number.ts'
import type { licenses } from './contract.ts'
import type { License, LicenseFilter, ListedLicense, OwnLicense } from './license-shapes.ts'
import { findHolder } from './find-holder.ts'
import { differencesFrom, locationOf } from './compare-location.ts'

type WireLicense = z.input<typeof License>
type Read = Omit<WireLicense, 'differs' | 'needsProof' | 'location'> & {
  place: Parameters<typeof locationOf>[0] | null
  business: z.input<typeof ListedLicense>['business']
  differences: z.input<typeof ListedLicense>['differences']
  declinedWhy: string
}

const file = sql`'_id', license_file.id, 'name', license_file.name, 'addedAt', added_at`

const plainNumberOf = (table: string) =>
  sql`upper(regexp_replace(${sql.ref(`${table}.number`)}, '[^A-Za-z0-9]', '', 'g'))`

/** Other businesses, or we ourselves, whose license of the same kind has this number. */
const sharedWith = sql`(
  select coalesce(json_agg(name), '[]') from (
  select distinct coalesce(holder.name, 'our own license') as name
  from license other left join business holder on holder.id = other.business_id
  where ${plainNumberOf('other')} = ${plainNumberOf('license')} and other.number <> '' and other.removed_at is null
    and other.kind = license.kind and (other.state = license.state or '' in (other.state, license.state))
    and other.business_id is distinct from license.business_id
    and (other.business_id is null or holder.status in ('active', 'requested'))
  order by name limit 5) holders)`

const columns: RawBuilder<Read> = sql`
  license.id as "_id", license.place is not null as "isFirst", license.kind, license.warehouse,
  license.ship_to_id as "shipToId", license.state, license.number, license.issued_by as authority, license.holder,
  license.address, license.schedules, license.activity, license.expires_on as "expiresOn",
  license.renewal_filed_on as "renewalFiledOn", license.renewal_proof as "renewalProof", license.status,
  license.verified_at as "verifiedAt", license.verified_against as "verifiedAgainst",
  coalesce(trim(verifier.name || ' ' || verifier.last_name), '') as "verifiedBy",
  license.suspended_why as "suspendedWhy", license.version as "__v",
  case when ship_to.id is not null then json_build_object('name', ship_to.name, 'address1', ship_to.address1,
      'city', ship_to.city, 'state', ship_to.state, 'zip', ship_to.zip)
    when business.id is not null then json_build_object('name', shipto_name, 'address1', shipto_address1,
      'city', shipto_city, 'state', shipto_state, 'zip', shipto_zip) end as place,
  ${sharedWith} as "sharedWith",
  (select coalesce(json_agg(json_build_object(${file}) order by license_file.id desc), '[]')
    from license_file where license_id = license.id) as files,
  (select json_build_object(${file}, 'renewedUntil', renewed_until)
    from license_file where license_id = license.id and renewed_until is not null and resolved_at is null
    order by license_file.id desc limit 1) as renewal,
  coalesce((select declined_why from license_file where license_id = license.id and renewed_until is not null
    order by license_file.id desc limit 1), '') as "declinedWhy",
  coalesce((select differences from license_check where license_id = license.id and is_latest
    and outcome <> 'matches' and license_version = license.version), '[]') as differences`

const tables = sql`license
  left join business on business.id = license.business_id
  left join ship_to on ship_to.id = license.ship_to_id
  left join user_account verifier on verifier.id = license.verified_by`

const toWire = ({ place, ...row }: Read) => {
  const location = place && locationOf(place)
  return {
    ...row,
    location,
    differs: differencesFrom(row, location),
    needsProof: row.kind === 'dea' && checkDeaNumber(row.number) !== 'passed',
  }
}

const licensesOf = async (db: Db, businessId: string | null) => {
  const { rows } = await sql<Read>`
    select ${columns} from ${tables}
    where license.business_id is not distinct from ${businessId}::uuid and license.removed_at is null
    order by license.id limit 500`.execute(db)
  return rows.map(toWire)
}

/** Oldest first. */
export const listLicenses = async (
  db: Db,
  { query: { forUser } }: CallOf<typeof licenses.list>,
): Promise<WireLicense[]> => licensesOf(db, forUser ? await findHolder(db, forUser) : null)

export const ownLicenses = async (
  db: Db,
  { user }: CallOf<typeof licenses.own>,
): Promise<z.input<typeof OwnLicense>[]> => {
  if (user.businessId === null) return []
  const rows = await licensesOf(db, user.businessId)
  return rows.filter(({ number }) => number !== '')
}

const pageSize = 50
const daysAhead = 60

const conditionsOn = (today: string): Record<LicenseFilter, Condition> => ({
  expired: sql<boolean>`(license.expires_on < ${today}::date
    and (renewal_filed_on is null or renewal_filed_on > license.expires_on))`,
  expiring: sql<boolean>`license.expires_on between ${today}::date and ${today}::date + ${daysAhead}::int`,
  unverified: sql<boolean>`license.status = 'unverified'`,
  suspended: sql<boolean>`license.status = 'suspended'`,
  renewal: sql<boolean>`exists (
    select from license_file where license_id = license.id and renewed_until is not null and resolved_at is null)`,
  difference: sql<boolean>`exists (
    select from license_check where license_id = license.id and is_latest and outcome <> 'matches'
      and license_version = license.version)`,
})

/** Licenses of active customers, and our own. */
export const searchLicenses = async (
  db: Db,
  { page, only, q }: CallOf<typeof licenses.search>['query'],
  today: string,
): Promise<z.input<(typeof licenses.search)['reply']>> => {
  const conditions = conditionsOn(today)
  const text = q.trim()
  const among = allOf([
    sql<boolean>`license.removed_at is null and (license.business_id is null or business.status = 'active')`,
    ...(text === ''
      ? []
      : [
          sql<boolean>`(${containsName(sql`business.name`, text)} or ${containsName(sql`license.number`, text)}
          or ${containsName(sql`license.warehouse`, text)} or ${containsName(sql`ship_to.name`, text)})`,
        ]),
  ])
  const counted = Object.entries(conditions).map(
    ([name, condition]) => sql`count(*) filter (where ${condition})::int as ${sql.ref(name)}`,
  )
  const { rows: counts } = await sql<Record<'all' | LicenseFilter, number>>`
    select count(*)::int as "all", ${sql.join(counted)} from ${tables} where ${among}`.execute(db)
  const { rows } = await sql<Read>`
    select ${columns}, case when business.id is not null then json_build_object('name', business.name, 'userId', (
      select user_id from named_customer where named_customer.business_id = business.id)) end as business
    from ${tables} where ${allOf([among, ...(only ? [conditions[only]] : [])])}
    order by license.expires_on, license.id limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db)
  const zero = { all: 0, expired: 0, expiring: 0, unverified: 0, suspended: 0, renewal: 0, difference: 0 }
  return { rows: rows.map(toWire), counts: counts[0] ?? zero }
}
