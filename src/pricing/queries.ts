import { type RawBuilder, sql } from 'kysely'
import { audienceSummary, readAudience } from '#customers/audience/read-audience.ts'
import type { EntrySort } from './contract.ts'
import { entryAmount } from '#catalog/contract-price.ts'
import type { Db } from '#platform/db/tables.ts'
import type { CsvColumns } from '#platform/http/csv.ts'
import { notFound } from '#platform/http/refusal.ts'
import type { ServedFile } from '#platform/http/serve-file.ts'
import { listFile } from '#platform/http/xlsx.ts'
import { maxLists, type PriceList, type PriceListEntry, type PriceListRow } from './list-shapes.ts'
import type { FindAmong } from './list-prices.ts'

const stateOn = (day: string) => sql<PriceListRow['state']>`case
  when valid_from > ${day}::date then 'future' when valid_to < ${day}::date then 'ended' else 'current' end`

export const listLists = async (db: Db, day: string): Promise<PriceListRow[]> => {
  const { rows } = await sql<PriceListRow>`
    select id as "_id", name, contract_number as "contractNumber", valid_from as "validFrom", valid_to as "validTo",
      priority, ${stateOn(day)} as state,
      (select count(distinct product_id)::int from price_entry where price_list_id = price_list.id) as products,
      ${audienceSummary(sql`price_list.id`)}
    from price_list
    order by case ${stateOn(day)} when 'current' then 0 when 'future' then 1 else 2 end, lower(name), id
    limit ${sql.lit(maxLists)}`.execute(db)
  return rows
}

export const findList = async (db: Db, id: string, day: string): Promise<PriceList> => {
  // Read first: a change in between makes the version stale and not the list.
  const audience = await readAudience(db, { kind: 'price list', subject: id.toLowerCase() })
  const list = await db
    .selectFrom('price_list')
    .select([
      'id as _id',
      'name',
      'contract_number as contractNumber',
      'currency',
      'valid_from as validFrom',
      'valid_to as validTo',
      'priority',
      stateOn(day).as('state'),
      sql<number>`(select count(distinct product_id)::int from price_entry where price_list_id = price_list.id)`.as(
        'products',
      ),
    ])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!list) throw notFound('Price list')
  return { ...list, ...audience }
}

const entriesAPage = 50

export const listEntries = async (
  db: Db,
  { id, query, page, sort }: { id: string; query: string; page: number; sort: EntrySort },
  findAmong: FindAmong,
): Promise<{ entries: PriceListEntry[]; count: number }> => {
  const text = query.trim()
  const found = text ? await findAmong(text, await productsOf(db, id)) : null
  const isWanted = found ? sql`product.id = any(${found}::uuid[])` : sql`true`
  const [{ rows: entries }, { rows: counted }] = await Promise.all([
    sql<PriceListEntry>`${entriesOf(id)} and ${isWanted}
      order by ${orderBy[sort]} product.name, product.id, from_quantity
      limit ${sql.lit(entriesAPage)} offset ${(page - 1) * entriesAPage}`.execute(db),
    sql<{ count: number }>`
      select count(*)::int as count from price_entry join product on product.id = product_id
      where price_list_id = ${id}::uuid and product.deleted_at is null and ${isWanted}`.execute(db),
  ])
  return { entries, count: counted[0]?.count ?? 0 }
}

const orderBy: Record<EntrySort, RawBuilder<unknown>> = {
  name: sql``,
  '-name': sql`product.name desc,`,
  listPrice: sql`product.price,`,
  '-listPrice': sql`product.price desc,`,
  fromQuantity: sql`from_quantity,`,
  '-fromQuantity': sql`from_quantity desc,`,
  paid: sql`paid,`,
  '-paid': sql`paid desc,`,
}

const productsOf = async (db: Db, id: string): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom('price_entry')
    .select('product_id')
    .distinct()
    .where('price_list_id', '=', id)
    .execute()
  return new Set(rows.map(({ product_id: product }) => product))
}

const entriesOf = (id: string) => sql`
  select product.id as "productId", product.name, product.ndc_number as "ndcNumber", product.price as "listPrice",
    entry.from_quantity as "fromQuantity", entry.price, entry.percent_off as "percentOff", ${entryAmount} as paid
  from price_entry entry join product on product.id = entry.product_id
  where price_list_id = ${id}::uuid and product.deleted_at is null`

/** Columns must match the import of a price list. */
export const entriesFile = async (db: Db, id: string, format: 'csv' | 'xlsx'): Promise<ServedFile> => {
  const list = await db
    .selectFrom('price_list')
    .select(['name', 'contract_number'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!list) throw notFound('Price list')
  return listFile(format, `price-list-${list.contract_number || list.name}`, {
    columns: entryCsv,
    ids: [...(await productsOf(db, id))].toSorted(),
    read: async (ids) => {
      const { rows } = await sql<PriceListEntry>`${entriesOf(id)} and product.id = any(${ids}::uuid[])
        order by product.id, from_quantity`.execute(db)
      return rows
    },
  })
}

const entryCsv: CsvColumns<PriceListEntry> = {
  'NDC Number': (row) => row.ndcNumber,
  'Material Description': (row) => row.name,
  'List Price': (row) => row.listPrice,
  'From Quantity': (row) => row.fromQuantity,
  Price: (row) => row.price ?? '',
  'Percent Off': (row) => row.percentOff ?? '',
  'Difference %': ({ paid, listPrice }) => (listPrice > 0 ? Math.round((paid / listPrice - 1) * 10_000) / 100 : ''),
}
