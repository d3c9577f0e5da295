import { type RawBuilder, sql } from 'kysely'
import { packOf } from '#catalogue/tell-pack.ts'
import { keptVersions } from '#catalogue/note-change.ts'
import type { Db } from '#platform/db/tables.ts'
import { inOrder } from './arrange-products.ts'
import {
  type IndexedProduct,
  makeIndex,
  type ProductIndex,
  putProduct,
  removeProduct,
  setInStock,
} from './index-products.ts'
import { sortings } from './sort-products.ts'

/** An index of the catalogue that every process keeps for itself. */
export interface FollowedIndex {
  readonly isLoaded: boolean
  /** Begins to load the index, unless that has begun; who asks for it tries again what failed. */
  load(): void
  /** Loads the index when it is not there yet. */
  current(): Promise<Followed>
  /** Comes back when the index shows this version or a later one. */
  catchUp(version: string): Promise<void>
  /** The index as the catalogue is at this moment. */
  fresh(): Promise<ProductIndex>
}

interface Followed {
  index: ProductIndex
  /** The catalogue's version whose changes are all in the index; some later ones may be, too. */
  version: string
}

const rowsAtOnce = 2_000
const stockGoodFor = 5_000

/**
 * What changed is read by the log that every change leaves; stock moves without one, so what can be had is looked at every
 * few seconds.
 */
export const followCatalogue = (db: Db): FollowedIndex => {
  let known: Followed | null = null
  let stockSeen = 0
  let underway: Promise<void> | null = null

  const load = async () => {
    stockSeen = Date.now()
    const version = await versionOf(db)
    const index = makeIndex()
    for await (const products of allProducts(db)) for (const product of products) putProduct(index, product)
    for (const sorting of sortings) inOrder(index, index.published, sorting)
    known = { index, version }
  }

  const follow = async () => {
    const version = await versionOf(db)
    if (!known || tooManyGone(known.index) || BigInt(version) - BigInt(known.version) > keptVersions) return load()
    const { index } = known
    const ids = await changedSince(db, known.version)
    for (let from = 0; from < ids.length; from += rowsAtOnce) {
      const batch = ids.slice(from, from + rowsAtOnce)
      const products = await productsWhere(db, sql`product.id = any(${batch}::uuid[]) and product.deleted_at is null`)
      const there = new Set(products.map(({ id }) => id))
      for (const id of batch) if (!there.has(id)) removeProduct(index, id)
      for (const product of products) putProduct(index, product)
    }
    known = { index, version }
  }

  const lookAtStock = async () => {
    const since = stockSeen
    stockSeen = Date.now()
    for (const { id, isInStock } of await stockMovedSince(db, since)) if (known) setInStock(known.index, id, isInStock)
  }

  /** One at a time: who comes meanwhile waits for the same. */
  const once = (work: () => Promise<void>): Promise<void> => {
    underway ??= work().finally(() => {
      underway = null
    })
    return underway
  }

  const current = async (): Promise<Followed> => {
    while (!known) await once(load)
    if (Date.now() - stockSeen > stockGoodFor) await once(lookAtStock)
    return known
  }

  const catchUp = async (version: string) => {
    while (!known || BigInt(known.version) < BigInt(version)) await once(follow)
  }

  return {
    get isLoaded() {
      return known !== null
    },
    load: () => void current().catch(() => {}),
    current,
    catchUp,
    fresh: async () => {
      await catchUp(await versionOf(db))
      return (await current()).index
    },
  }
}

/** What was replaced stays in the lists until they are made anew. */
const tooManyGone = (index: ProductIndex): boolean => index.ids.length > 2 * index.slotOf.size + 10_000

const versionOf = async (db: Db): Promise<string> => {
  const { version } = await db.selectFrom('catalogue_state').select('version').executeTakeFirstOrThrow()
  return version
}

const changedSince = async (db: Db, version: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('catalogue_change')
    .select('product_id')
    .distinct()
    .where('version', '>', version)
    .execute()
  return rows.map(({ product_id: id }) => id)
}

/** In the order of their ids; the next ones are read while these are put in. */
const allProducts = async function* (db: Db) {
  const read = (last: string) => productsWhere(db, sql`product.id > ${last} and product.deleted_at is null`)
  let reading = read('00000000-0000-0000-0000-000000000000')
  for (;;) {
    const products = await reading
    const last = products.length < rowsAtOnce ? undefined : products.at(-1)
    if (last) reading = read(last.id)
    yield products
    if (!last) return
  }
}

/** What an order would be accepted for: pieces on the shelf, or what is ordered from the maker each time. */
const isInStock = sql<boolean>`(count_in_stock > 0 or is_non_stocked)`

interface Read extends Omit<IndexedProduct, 'pack'> {
  packSize: string
  packQuantity: number | null
  packUnit: string
}

const productsWhere = async (db: Db, condition: RawBuilder<unknown>): Promise<IndexedProduct[]> => {
  const { rows } = await sql<Read>`
    select id, name, brand, generic_name as "genericName", ndc_number as "ndcNumber",
      case when is_item_number then '' else ndc_key end as "ndcKey", category, manufacturer, form, price, rating,
      dea_schedule as schedule,
      num_reviews as "numReviews", times_bought as "timesBought",
      (extract(epoch from created_at) * 1000000)::float8 as "createdAt", is_published as "isPublished",
      cold_status as storage, pack_size as "packSize", pack_quantity as "packQuantity", pack_unit as "packUnit",
      ${isInStock} as "isInStock",
      -- A drawing stands in until a picture is uploaded.
      (image = '' or image like '/pictures/%') as "isUnpictured"
    from product where ${condition} order by id limit ${rowsAtOnce}`.execute(db)
  return rows.map((row) => ({ ...row, pack: packOf(row) }))
}

/** Movements carry the time in their ids; the clocks of other processes may differ by a minute. */
const stockMovedSince = async (db: Db, milliseconds: number): Promise<{ id: string; isInStock: boolean }[]> => {
  const { rows } = await sql<{ id: string; isInStock: boolean }>`
    select id, ${isInStock} as "isInStock" from product
    where id in (select product_id from stock_movement where id > ${earliestId(milliseconds - 60_000)})
      and deleted_at is null`.execute(db)
  return rows
}

/** The least UUIDv7 of a moment. */
const earliestId = (milliseconds: number): string => {
  const time = milliseconds.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}
