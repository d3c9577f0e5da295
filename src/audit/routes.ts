import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { accountNumber } from '#shared/account-number.ts'
import { allOf, anyOf, type Condition, contains, containsName } from '#platform/db/conditions.ts'
import { allIds, pageOfIds } from '#platform/db/list-page.ts'
import type { Db } from '#platform/db/tables.ts'
import { isMomentOn } from '#platform/http/filter-days.ts'
import { businessDay } from '#shared/business-day.ts'
import type { App } from '#platform/feature.ts'
import { excessRightsOf } from '#platform/db/check-role.ts'
import { type CsvColumns, csvFile } from '#platform/http/csv.ts'
import { countHeader, writeCount } from '#shared/filters.ts'
import { audit, type AuditPerson, type AuditRow } from './contract.ts'
import { readHeads } from './save-heads.ts'
import { keyIsMissing, trailKeys } from './trail-keys.ts'
import { verifyTrail } from './verify-trail.ts'

type EntriesQuery = z.output<typeof audit.entries.query>
type Entry = z.input<typeof AuditRow>

export const auditRoutes = ({ serve, serveFile, db, config }: App): void => {
  const keys = trailKeys(config)
  const today = () => businessDay(config.BUSINESS_TIME_ZONE)

  serve(audit.entries, async ({ query }, reply) => {
    const { ids, count } = await pageOfIds(db, { ...(await listOf(db, query, today())), ...query })
    void reply.header(countHeader, writeCount(count))
    return entriesOf(db, ids)
  })

  serveFile(audit.csv, async ({ query }) =>
    csvFile('audit-trail.csv', {
      columns,
      ids: await allIds(db, await listOf(db, query, today())),
      read: (ids) => entriesOf(db, ids),
    }),
  )

  serve(audit.verification, async () => ({
    ...(await verifyTrail(db, { keys, heads: await readHeads(config) })),
    warnings: [keys.length === 0 ? keyIsMissing : null, await excessRightsOf(db)].filter((warning) => warning !== null),
  }))
}

const columns: CsvColumns<Entry> = {
  Position: ({ position }) => position,
  'At (UTC)': ({ at }) => new Date(at).toISOString(),
  Actor: ({ actor }) => actor?.name ?? '',
  'Actor email': ({ actor }) => actor?.email ?? '',
  'On behalf of': ({ onBehalfOf }) => onBehalfOf?.companyName ?? '',
  Action: ({ action }) => action,
  Record: ({ entity }) => entity,
  'Record id': ({ entityId }) => entityId,
  Name: ({ entityName }) => entityName,
  Before: ({ before }) => (before ? JSON.stringify(before) : ''),
  After: ({ after }) => (after ? JSON.stringify(after) : ''),
  IP: ({ ip }) => ip ?? '',
  'Request id': ({ requestId }) => requestId ?? '',
}

const listOf = async (db: Db, { query: filter, sort }: EntriesQuery, today: string) => ({
  table: 'audit_entry' as const,
  where: allOf([
    ...(filter.at ? [isMomentOn(sql`at`, filter.at, { today, lean: 'past' })] : []),
    ...(filter.action ? [contains(sql`action`, filter.action)] : []),
    ...(filter.entity ? [contains(sql`entity`, filter.entity)] : []),
    ...(filter.actor ? [isBy(await idsOfPeople(db, filter.actor))] : []),
    ...(filter.record ? [await isAbout(db, filter.record)] : []),
    ...(filter.any ? [await mentions(db, filter.any)] : []),
  ]),
  by: [sql`at`],
  isDescending: sort.startsWith('-'),
})

const mentions = async (db: Db, text: string): Promise<Condition> =>
  anyOf([contains(sql`action`, text), isBy(await idsOfPeople(db, text)), await isAbout(db, text)])

const isBy = (ids: readonly string[]): Condition =>
  sql<boolean>`(actor_id = any(${ids}::uuid[]) or on_behalf_of = any(${ids}::uuid[]))`

/** A contract price belongs to a product and a business, so a search for either finds it. */
const isAbout = async (db: Db, text: string): Promise<Condition> => {
  const [people, orders, products] = await Promise.all([
    idsOfPeople(db, text),
    idsOfOrders(db, text),
    idsOfProducts(db, text),
  ])
  return sql<boolean>`(entity_id = any(${[text, ...people, ...orders, ...products]}::text[])
    or (entity = 'contract price' and coalesce(after, before) ->> 'businessId' = any(${people}::text[])))`
}

const maxFound = 500

/** Includes deleted accounts, and the businesses of the accounts, because entries can be about them. */
const idsOfPeople = async (db: Db, text: string): Promise<string[]> => {
  const everything = sql`name || ' ' || last_name || ' ' || company_name || ' ' || account_number || ' ' || email`
  const people = await db
    .selectFrom('account')
    .select(['id', 'business_id'])
    .where(
      allOf(
        text
          .toLowerCase()
          .split(/\s+/)
          .filter(Boolean)
          .map((word) => anyOf([containsName(everything, word), isAccount(word)])),
      ),
    )
    .limit(maxFound)
    .execute()
  return people.flatMap(({ id, business_id }) => [id, business_id ?? []].flat())
}

const isAccount = (word: string): Condition =>
  sql<boolean>`(account_number <> '' and account_number = ${accountNumber(word)})`

const idsOfOrders = async (db: Db, text: string): Promise<string[]> => {
  const orders = await db.selectFrom('sales_order').select('id').where('erp_id', '=', text).limit(maxFound).execute()
  return orders.map(({ id }) => id)
}

/** Matches a complete item number or page address. */
const idsOfProducts = async (db: Db, text: string): Promise<string[]> => {
  const products = await db
    .selectFrom('product')
    .select('id')
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('ndc_number', '=', text),
        eb('slug', '=', text.toLowerCase()),
        eb.and([
          eb('ndc_key', '=', text.replaceAll('-', '')),
          eb('ndc_key', '<>', ''),
          eb('is_item_number', '=', false),
        ]),
      ]),
    )
    .limit(maxFound)
    .execute()
  return products.map(({ id }) => id)
}

/** Reads the entries with these IDs, in their order. */
const entriesOf = async (db: Db, ids: readonly string[]): Promise<Entry[]> => {
  if (ids.length === 0) return []
  const { rows } = await sql<Entry>`
    select entry.id as "_id", entry.at, entry.action, entry.entity, entry.entity_id as "entityId",
      coalesce(
        nullif(subject.company_name, ''), business.name, nullif(trim(subject.name || ' ' || subject.last_name), ''),
        product.name, sales_order.erp_id, '') as "entityName",
      ${personOf('actor')} as actor, ${personOf('customer')} as "onBehalfOf",
      entry.before, entry.after, entry.ip, entry.request_id as "requestId", link.position::int as position
    from audit_entry entry
    left join audit_link link on link.entry_id = entry.id
    left join account actor on actor.id = entry.actor_id
    left join account customer on customer.id = entry.on_behalf_of
    left join account subject on entry.entity in ('account', 'user') and subject.id::text = entry.entity_id
    left join business on entry.entity = 'business' and business.id::text = entry.entity_id
    left join product on entry.entity in ('product', 'contract price') and product.id::text = entry.entity_id
    left join sales_order on entry.entity = 'sales order' and sales_order.id::text = entry.entity_id
    where entry.id = any(${ids}::uuid[])`.execute(db)
  const byId = new Map(rows.map((row) => [row._id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const personOf = (table: 'actor' | 'customer') => {
  const person = sql.table(table)
  return sql<AuditPerson | null>`case when ${person}.id is null then null else json_build_object(
    '_id', ${person}.id, 'name', trim(${person}.name || ' ' || ${person}.last_name), 'email', ${person}.email,
    'companyName', ${person}.company_name) end`
}
