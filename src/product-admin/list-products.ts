import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import { isRestricted } from '#catalog/filter-visible.ts'
import { countOfPrices } from '#pricing/find-prices.ts'
import {
  allOf,
  anyOf,
  beginsName,
  type Condition,
  type Expression,
  isAmount,
  never,
  startsWith,
} from '#platform/db/conditions.ts'
import { allIds, pageOfRows, type ShownList } from '#platform/db/list-page.ts'
import type { Db } from '#platform/db/tables.ts'
import type { CsvColumns } from '#platform/http/csv.ts'
import type { Count } from '#shared/filters.ts'
import { businessDay } from '#shared/business-day.ts'
import { foldText } from '#shared/fold-text.ts'
import type { productFile, productList, productQuery, ProductRow } from './product-shapes.ts'

type Query = z.output<typeof productQuery>
type Listed = Pick<z.output<typeof productFile>, 'query' | 'sort'>
type Row = Omit<z.input<typeof ProductRow>, 'changedAt'> & { changedAt: Date }

/** Searches the catalog index, drafts included, by text and by filters. */
export type FindProducts = (
  text: string | null,
  narrowed: {
    worklist?: 'drafts' | 'soldout' | 'unpriced' | 'unpictured'
    storage?: string
    /** Out of stock and in demand. */
    isMissed?: true
    most?: number
  },
) => Promise<string[]>

/** One page of all products that are not deleted. */
export const pageOfProducts = async (
  db: Db,
  { page, pageSize, ...wanted }: Query,
  find: FindProducts,
): Promise<{ rows: Row[]; count: Count }> => {
  const { isBestOnly, ...list } = await listOf(wanted, find)
  const { rows, count } = await pageOfRows(db, list, { page, pageSize })
  return { rows, count: { ...count, isMore: count.isMore || isBestOnly } }
}

/** Ids of the whole filtered list, for the export. */
export const idsOfProducts = async (db: Db, wanted: Listed, find: FindProducts): Promise<string[]> =>
  allIds(db, await listOf(wanted, find))

/** Rows with these ids, in the order of the ids. */
export const productsOf = async (db: Db, ids: readonly string[]): Promise<Row[]> => {
  const { rows } = await shown(sql<boolean>`product.id = any(${ids}::uuid[])`).execute(db)
  const byId = new Map(rows.map((row) => [row._id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Column names must match the product import. */
export const productColumnsIn = (timeZone: string): CsvColumns<Row> => ({
  'NDC Number': (row) => row.ndcNumber,
  'Material Description': (row) => row.name,
  Manufacturer: (row) => row.manufacturer,
  Category: (row) => row.category,
  Price: (row) => row.price,
  'Count In Stock': (row) => (row.isNonStocked ? null : row.countInStock),
  'Base UoM': (row) => row.unitOfMeasure,
  'Cold Status': (row) => row.coldStatus,
  // An empty cell is an unknown schedule.
  'DEA Schedule': (row) => row.deaSchedule || (row.scheduleSource ? 'None' : ''),
  'Schedule Source': (row) => row.scheduleSource,
  'Non-stocked': (row) => row.isNonStocked,
  // Marks house item numbers, which are not NDCs.
  'Dummy NDC': (row) => row.dummyNDC,
  Published: (row) => row.isPublished,
  'Limited Visibility': (row) => row.isRestricted,
  'Contract Prices': (row) => row.contractPrices,
  Changed: (row) => businessDay(timeZone, row.changedAt),
  'Changed By': (row) => row.changedBy,
})

const sorts: Record<(typeof productList.sorts)[number], readonly Expression[]> = {
  name: [sql`lower(name)`],
  ndc: [sql`ndc_number`],
  maker: [sql`lower(manufacturer) collate "C"`],
  price: [sql`price`],
  changed: [sql`updated_at`],
}

/** Sorting all matches of a word like `tablet` takes seconds, so only the best matches are listed. */
const maxTextLength = 2_000

interface Found extends ShownList<Row> {
  /** More products match the text than are listed. */
  isBestOnly: boolean
}

const listOf = async ({ query: filter, sort }: Listed, find: FindProducts): Promise<Found> => {
  const { any, maker, price, stock, published, storage, lacking } = filter
  // Filter in the index first, so that the limit applies to the filtered matches.
  const narrowed = Object.assign(
    {},
    ...[stocks[stock ?? ''], drafts[published ?? ''], storages[storage ?? ''], lacks[lacking ?? '']].map(
      (fact) => fact?.found,
    ),
  ) as Fact['found']
  const fitting = any ? await find(any, { ...narrowed, most: maxTextLength + 1 }) : null
  const conditions = [
    ...(fitting ? [isAmong(fitting.slice(0, maxTextLength))] : []),
    ...(maker ? [isMadeBy(maker)] : []),
    ...(price ? [isAmount(sql`price`, price)] : []),
  ]
  const broad = await Promise.all([
    ...(stock ? [narrow(stocks[stock], find)] : []),
    ...(published ? [narrow(published === 'yes' ? { holds: sql`is_published` } : drafts[published], find)] : []),
    ...(storage ? [narrow(storages[storage], find)] : []),
    ...(lacking ? [narrow(lacks[lacking], find)] : []),
  ])
  return {
    table: 'product',
    where: allOf([sql<boolean>`deleted_at is null`, ...conditions, ...broad.map(({ condition }) => condition)]),
    isBroad: conditions.length === 0 && broad.every(({ isFew }) => !isFew),
    by: sorts[sort.replace(/^-/, '') as keyof typeof sorts], // the schema allows no other values
    isDescending: sort.startsWith('-'),
    shown,
    isBestOnly: fitting !== null && fitting.length > maxTextLength,
  }
}

/** Matches with or without accents. The second index has the unaccented form of the few manufacturers with accents. */
const isMadeBy = (text: string): Condition =>
  anyOf([
    startsWith(sql`manufacturer`, text),
    startsWith(sql`manufacturer`, foldText(text)),
    allOf([sql<boolean>`octet_length(manufacturer) <> char_length(manufacturer)`, beginsName(sql`manufacturer`, text)]),
  ])

interface Fact {
  holds: Expression
  /** The filter of the catalog index for the same condition. */
  found?: Parameters<FindProducts>[1]
}

const stocks: Record<string, Fact> = {
  in: { holds: sql`(count_in_stock > 0 or is_non_stocked)` },
  out: { holds: sql`(count_in_stock = 0 and not is_non_stocked)`, found: { worklist: 'soldout' } },
  missed: { holds: sql`(count_in_stock = 0 and not is_non_stocked)`, found: { isMissed: true } },
}

const drafts: Record<string, Fact> = { no: { holds: sql`not is_published`, found: { worklist: 'drafts' } } }

const storages: Record<string, Fact> = {
  room: { holds: sql`cold_status = ''` },
  Refrigerated: { holds: sql`cold_status = 'Refrigerated'`, found: { storage: 'Refrigerated' } },
  Frozen: { holds: sql`cold_status = 'Frozen'`, found: { storage: 'Frozen' } },
}

const lacks: Record<string, Fact> = {
  price: { holds: sql`price = 0`, found: { worklist: 'unpriced' } },
  picture: { holds: sql`(image = '' or image like '/pictures/%')`, found: { worklist: 'unpictured' } },
}

const maxNamed = 10_000

/** Few matches use their ids from the catalog index; for many, a scan in any order finds a page quickly. */
const narrow = async (
  fact: Fact | undefined,
  find: FindProducts,
): Promise<{ condition: Condition; isFew: boolean }> => {
  if (!fact) return { condition: never, isFew: true }
  const holds = sql<boolean>`${fact.holds}`
  const ids = fact.found ? await find(null, { ...fact.found, most: maxNamed + 1 }) : null
  const isFew = ids !== null && ids.length <= maxNamed
  return { condition: isFew ? allOf([isAmong(ids), holds]) : holds, isFew }
}

const isAmong = (ids: readonly string[]): Condition => sql<boolean>`id = any(${ids}::uuid[])`

/** An import changes many products without an entry for each, so a later entry must not get the credit. */
const changedBy = sql<string | null>`(
  select coalesce(nullif(trim(account.name || ' ' || account.last_name), ''), account.email)
  from (
    select actor_id from audit_entry
    where entity = 'product' and entity_id = product.id::text
      and at between product.updated_at and product.updated_at + interval '1 minute'
    order by at limit 1
  ) entry join account on account.id = entry.actor_id)`

const shown = (which: Condition): RawBuilder<Row> => sql<Row>`
  select id, id as "_id", name, slug, ndc_number as "ndcNumber", is_item_number as "dummyNDC", manufacturer, category,
    image, price, count_in_stock as "countInStock", unit_of_measure as "unitOfMeasure",
    is_non_stocked as "isNonStocked", cold_status as "coldStatus", dea_schedule as "deaSchedule", schedule_source as "scheduleSource", is_published as "isPublished",
    ${isRestricted} as "isRestricted",
    ${countOfPrices} as "contractPrices", updated_at as "changedAt", ${changedBy} as "changedBy", version as "__v"
  from product where ${which}`
