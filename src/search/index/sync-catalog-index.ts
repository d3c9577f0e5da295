import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { packLabel } from '#catalog/describe-pack.ts'
import { type CatalogState, loggedVersions, readState } from '#catalog/note-change.ts'
import type { Db } from '#platform/db/tables.ts'
import { inOrder } from './arrange-products.ts'
import {
  type IndexedProduct,
  makeIndex,
  type ProductIndex,
  putInIndex,
  removeFromIndex,
  setInStock,
  setRestrictions,
} from './index-products.ts'
import { readRestrictions } from './read-restrictions.ts'
import { sortings } from './sort-products.ts'

/** The in-memory search index; each process has its own. */
export interface CatalogIndex {
  readonly isLoaded: boolean
  /**
   * Starts loading the index in the background unless it is loading already. A failure is retried by the next caller.
   */
  load(): void
  /** Returns the index and loads it first if necessary. */
  current(): Promise<IndexSnapshot>
  /**
   * Updates the index to at least this version. Returns false while a large change is applied in the background;
   * callers then use the older index.
   */
  refresh(seen: CatalogState): Promise<boolean>
  /** The index for the current catalog version; during large changes it may lag by some seconds. */
  latest(): Promise<IndexSnapshot>
  /** The index for the current catalog version; waits for changes of any size. */
  upToDate(): Promise<ProductIndex>
}

export interface IndexSnapshot {
  index: ProductIndex
  /** All changes up to this version are in the index; some later ones may be too. */
  version: string
}

const rowsAtOnce = 2_000
/** Above this number of changes, as in an import, updates run in the background so that listings don't wait. */
const many = 300
/** After an update of more than this many products more changes usually follow, and lists would wait for each. */
const few = 30
const restAfterMany = 2_000
/** Background updates let other work run after this many products. */
const putAtOnce = 20
const stockGoodFor = 5_000
/** The version if no restriction ever existed. */
const neverChanged = '0'

/** Follows changes by the change log. Stock movements are not in the log, so stock is polled every few seconds. */
export const syncCatalogIndex = (db: Db): CatalogIndex => {
  let known: IndexSnapshot | null = null
  let stockSeen = 0
  let restrictionsSeen = ''
  let underway: Promise<boolean> | null = null
  let manyUnderway: Promise<void> | null = null
  let restUntil = 0

  const load = async () => {
    stockSeen = Date.now()
    const { version, restrictions } = await readState(db)
    const index = makeIndex()
    if (restrictions !== neverChanged) setRestrictions(index, await readRestrictions(db))
    for await (const products of allProducts(db)) for (const product of products) putInIndex(index, product)
    for (const sorting of sortings) inOrder(index, index.published, sorting)
    known = { index, version }
    restrictionsSeen = restrictions
    return true
  }

  /** Returns false for changes that are applied in the background, or that follow a large update too soon. */
  const applyChanges = async ({ version, restrictions }: CatalogState) => {
    if (!known || tooManyGone(known.index) || BigInt(version) - BigInt(known.version) > loggedVersions) return load()
    const { index, version: from } = known
    // Restrictions are applied without delay: a hidden product must disappear immediately.
    if (restrictions !== restrictionsSeen) setRestrictions(index, await readRestrictions(db))
    restrictionsSeen = restrictions
    const isResting = Date.now() < restUntil
    const changes = await changedSince(db, from, (isResting ? few : many) + 1)
    if (isResting && changes.length > few) return false
    if (changes.length > many) {
      applyInBackground(index, { from, version })
      return false
    }
    const ids = [...new Set(changes)]
    const products = await productsOf(db, ids)
    for (const id of ids) putOrRemove(index, id, products.get(id))
    known = { index, version }
    if (changes.length > few) restUntil = Date.now() + restAfterMany
    return true
  }

  const applyInBackground = (index: ProductIndex, { from, version }: { from: string; version: string }) => {
    const applying = async () => {
      for (const ids of batchesOf([...new Set(await changedSince(db, from))], rowsAtOnce)) {
        const products = await productsOf(db, ids)
        for (const [at, id] of ids.entries()) {
          putOrRemove(index, id, products.get(id))
          if (at % putAtOnce === 0) await setImmediate()
        }
      }
      known = { index, version }
    }
    manyUnderway = applying().finally(() => {
      manyUnderway = null
      restUntil = Date.now() + restAfterMany
    })
    // Waiting callers get the error; otherwise the next caller retries.
    manyUnderway.catch(() => {})
  }

  const lookAtStock = async () => {
    const since = stockSeen
    stockSeen = Date.now()
    for (const { id, isInStock } of await stockMovedSince(db, since)) if (known) setInStock(known.index, id, isInStock)
    return true
  }

  /** Serializes updates; concurrent callers share the running one. */
  const once = (work: () => Promise<boolean>): Promise<boolean> => {
    underway ??= work().finally(() => {
      underway = null
    })
    return underway
  }

  const current = async (): Promise<IndexSnapshot> => {
    while (!known) await once(load)
    if (Date.now() - stockSeen > stockGoodFor) await once(lookAtStock)
    return known
  }

  const isAt = ({ version }: CatalogState) => known !== null && BigInt(known.version) >= BigInt(version)

  const refresh = async (seen: CatalogState) => {
    while (!isAt(seen)) if (manyUnderway || !(await once(() => applyChanges(seen)))) return false
    return true
  }

  return {
    get isLoaded() {
      return known !== null
    },
    load: () => void current().catch(() => {}),
    current,
    refresh,
    latest: async () => {
      await refresh(await readState(db))
      return current()
    },
    upToDate: async () => {
      const seen = await readState(db)
      while (!isAt(seen)) {
        restUntil = 0
        await (manyUnderway ?? once(() => applyChanges(seen)))
      }
      return (await current()).index
    },
  }
}

const batchesOf = (ids: string[], size: number): string[][] =>
  Array.from({ length: Math.ceil(ids.length / size) }, (_, at) => ids.slice(at * size, (at + 1) * size))

const putOrRemove = (index: ProductIndex, id: string, product: IndexedProduct | undefined): void =>
  product ? putInIndex(index, product) : removeFromIndex(index, id)

/** Replaced products leave dead slots until the index is rebuilt. */
const tooManyGone = (index: ProductIndex): boolean => index.ids.length > 2 * index.slotOf.size + 10_000

/**
 * Contains duplicates, so that the limit stops the read early. Ordered by the index, because otherwise the database
 * would scan from the oldest change.
 */
const changedSince = async (db: Db, version: string, most?: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('catalogue_change')
    .select('product_id')
    .where('version', '>', version)
    .$if(most !== undefined, (query) => query.orderBy('version').limit(most ?? 0))
    .execute()
  return rows.map(({ product_id: id }) => id)
}

const productsOf = async (db: Db, ids: string[]): Promise<Map<string, IndexedProduct>> => {
  const products = await productsWhere(db, sql`product.id = any(${ids}::uuid[]) and product.deleted_at is null`)
  return new Map(products.map((product) => [product.id, product]))
}

/** In id order; the next batch is read while the current one is being indexed. */
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

/** Orderable: units in stock, or a special order item. */
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
      dea_schedule as schedule, strength,
      num_reviews as "numReviews", times_bought as "timesBought",
      (extract(epoch from created_at) * 1000000)::float8 as "createdAt", is_published as "isPublished",
      cold_status as storage, pack_size as "packSize", pack_quantity as "packQuantity", pack_unit as "packUnit",
      ${isInStock} as "isInStock",
      -- A generated drawing is shown until a picture is uploaded.
      (image = '' or image like '/pictures/%') as "isUnpictured"
    from product where ${condition} order by id limit ${rowsAtOnce}`.execute(db)
  return rows.map((row) => ({ ...row, pack: packLabel(row) }))
}

/**
 * Finds movements by the time in their UUIDv7 ids, with a minute of tolerance for clock differences between processes.
 * Opening stock and imports are excluded: the change log covers them, and a whole-catalog import would be re-read every
 * few seconds.
 */
const stockMovedSince = async (db: Db, milliseconds: number): Promise<{ id: string; isInStock: boolean }[]> => {
  const { rows } = await sql<{ id: string; isInStock: boolean }>`
    select id, ${isInStock} as "isInStock" from product
    where id in (
      select product_id from stock_movement
      where id > ${earliestId(milliseconds - 60_000)} and reason not in ('initial', 'import'))
      and deleted_at is null`.execute(db)
  return rows
}

/** The lowest UUIDv7 of a point in time. */
const earliestId = (milliseconds: number): string => {
  const time = milliseconds.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}
