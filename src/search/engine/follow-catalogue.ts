import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/tables.ts'
import { inStock } from '../filter-products.ts'
import { type IndexedProduct, makeIndex, type ProductIndex } from './index-products.ts'
import { keptVersions } from '#catalogue/note-change.ts'

/** An index of the catalogue that every process keeps for itself. */
export interface FollowedIndex {
  /** The index, the catalogue's version that it shows, and a name for this state of version and stock together. */
  current(): Promise<{ index: ProductIndex; version: string; state: string }>
  /** The index, when it shows just this version: never waits. An index that is behind is brought up to date meanwhile. */
  shownAt(version: string): ProductIndex | null
  /** What `shownAt` would show now, of whatever version. */
  shown(): { index: ProductIndex; version: string } | null
  /** Comes back when the index shows this version or a later one. */
  catchUp(version: string): Promise<void>
}

const rowsAtOnce = 2_000
const stockGoodFor = 5_000

/**
 * Text search never asks the database for words: it would have to read every product that holds one. What changed is
 * read by the log that every change leaves; stock moves without one, so what can be had is looked at every few seconds.
 */
export const followCatalogue = (db: Db): FollowedIndex => {
  let known: { index: ProductIndex; version: string; isExact: boolean } | null = null
  let stockSeen = 0
  let stockChanges = 0
  let underway: Promise<void> | null = null

  const load = async () => {
    stockSeen = Date.now()
    const version = await versionOf(db)
    const index = makeIndex()
    for await (const product of allProducts(db)) index.put(product)
    known = { index, version, isExact: version === (await versionOf(db)) }
    stockChanges++
  }

  const follow = async () => {
    const version = await versionOf(db)
    if (!known || tooManyGone(known.index) || BigInt(version) - BigInt(known.version) > keptVersions) return load()
    const { index, version: before } = known
    const ids = await changedSince(db, before)
    known = { index, version: before, isExact: false }
    for (let from = 0; from < ids.length; from += rowsAtOnce) {
      const batch = ids.slice(from, from + rowsAtOnce)
      const products = await productsWhere(db, sql`product.id = any(${batch}::uuid[]) and product.deleted_at is null`)
      const there = new Set(products.map(({ id }) => id))
      for (const id of batch) if (!there.has(id)) index.remove(id)
      for (const product of products) index.put(product)
    }
    known = { index, version, isExact: version === (await versionOf(db)) }
  }

  const lookAtStock = async () => {
    const since = stockSeen
    stockSeen = Date.now()
    for (const { id, isInStock } of await stockMovedSince(db, since)) {
      const entry = known?.index.entryOf(id)
      if (!entry || entry.isInStock === isInStock) continue
      entry.isInStock = isInStock
      stockChanges++
    }
  }

  /** One at a time: who comes meanwhile waits for the same. */
  const once = (work: () => Promise<void>): Promise<void> => {
    underway ??= work().finally(() => {
      underway = null
    })
    return underway
  }

  const catchUp = async (version: string) => {
    while (!known || BigInt(known.version) < BigInt(version)) await once(follow)
  }

  const shown = () => (known?.isExact ? known : null)

  return {
    current: async () => {
      while (!known) await once(load)
      if (Date.now() - stockSeen > stockGoodFor) await once(lookAtStock)
      return { ...known, state: `${known.version}/${stockChanges}` }
    },
    catchUp,
    shown,
    shownAt: (version) => {
      const now = shown()
      if (now?.version === version) return now.index
      // Who searches for a text waits for it, and learns of a failure.
      if (known && BigInt(known.version) < BigInt(version)) void catchUp(version).catch(() => {})
      return null
    },
  }
}

/** What was replaced stays in the lists until they are made anew. */
const tooManyGone = (index: ProductIndex): boolean => index.entries.length > 2 * index.size() + 10_000

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

const allProducts = async function* (db: Db) {
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const products = await productsWhere(db, sql`product.id > ${last} and product.deleted_at is null`)
    yield* products
    if (products.length < rowsAtOnce) return
    last = products.at(-1)?.id ?? last
  }
}

const productsWhere = async (db: Db, condition: RawBuilder<unknown>): Promise<IndexedProduct[]> => {
  const { rows } = await sql<Omit<IndexedProduct, 'createdAt'> & { createdAt: Date }>`
    select id, search, brand, generic_name as "genericName", case when dummy_ndc then '' else ndc_key end as "ndcKey",
      category, manufacturer, form, price, rating, num_reviews as "numReviews", times_bought as "timesBought",
      created_at as "createdAt", is_published as "isPublished", cold_status <> '' as "isCold",
      ${inStock} as "isInStock", (image = '' or image like '/pictures/%') as "isUnpictured"
    from product where ${condition} order by id limit ${rowsAtOnce}`.execute(db)
  return rows.map((row) => ({ ...row, createdAt: Number(row.createdAt) }))
}

/** Movements carry the time in their ids; the clocks of other processes may differ by a minute. */
const stockMovedSince = async (db: Db, milliseconds: number): Promise<{ id: string; isInStock: boolean }[]> => {
  const { rows } = await sql<{ id: string; isInStock: boolean }>`
    select id, ${inStock} as "isInStock" from product
    where id in (select product_id from stock_movement where id > ${earliestId(milliseconds - 60_000)})
      and deleted_at is null`.execute(db)
  return rows
}

/** The least UUIDv7 of a moment. */
const earliestId = (milliseconds: number): string => {
  const time = milliseconds.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}
