import { setImmediate, setTimeout } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { packLabel } from '#catalog/describe-pack.ts'
import { loggedVersions } from '#catalog/note-change.ts'
import { type CatalogState, readState } from '#catalog/read-state.ts'
import type { Db } from '#platform/db/tables.ts'
import { type AwaitIdle, typicalAnswerMilliseconds } from '#platform/http/in-flight-requests.ts'
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

/** An index of the catalogue that every process keeps for itself. */
export interface CatalogIndex {
  readonly isLoaded: boolean
  /** Begins to load the index, unless that has begun; who asks for it tries again what failed. */
  load(): void
  /** Loads the index when it is not there yet. */
  current(): Promise<IndexSnapshot>
  /** Brings the index to what was seen, or later; false where many changes are on their way and nobody is to wait for them. */
  refresh(seen: CatalogState): Promise<boolean>
  /** The index as the catalogue is at this moment, or of some seconds ago while many changes come in. */
  latest(): Promise<IndexSnapshot>
  /** The index as the catalogue is at this moment, however many changes there are to wait for. */
  upToDate(): Promise<ProductIndex>
}

export interface IndexSnapshot {
  index: ProductIndex
  /** The catalogue's version whose changes are all in the index; some later ones may be, too. */
  version: string
}

const rowsAtOnce = 2_000
/** More changes than an answer waits for: an import's. They come in behind, so that lists go on answering. */
const many = 300
/** After many there are more to come: these are waited for as ever. */
const few = 30
/**
 * Whoever looks for more as soon as many are in never comes to an end while an import writes; and where a list waited for more
 * than a few, the next list would wait for the next part.
 */
const restAfterMany = 2_000
/** Of a flood so little is read and put in at once, and then so much longer left to lists, that none of them waits for it. */
const readAtOnce = 100
const sliceMilliseconds = 2
const pauseFactor = 3
const stockGoodFor = 5_000
/** Nothing was ever restricted. */
const neverChanged = '0'

/**
 * What changed is read by the log that every change leaves; stock moves without one, so what can be had is looked at every
 * few seconds.
 */
export const syncCatalogIndex = (db: Db, awaitIdle: AwaitIdle): CatalogIndex => {
  let known: IndexSnapshot | null = null
  let stockSeen = 0
  let restrictionsSeen = ''
  let underway: Promise<void> | null = null
  let manyUnderway: Promise<void> | null = null
  let restUntil = 0
  let isPutOff = false
  let isHurried = false

  const load = async () => {
    stockSeen = Date.now()
    const { version, restrictions } = await readState(db)
    const index = makeIndex()
    if (restrictions !== neverChanged) setRestrictions(index, await readRestrictions(db))
    for await (const products of allProducts(db)) for (const product of products) putInIndex(index, product)
    for (const sorting of sortings) inOrder(index, index.published, sorting)
    known = { index, version }
    restrictionsSeen = restrictions
  }

  const applyChanges = async ({ version, restrictions }: CatalogState) => {
    const isResting = isPutOff && Date.now() < restUntil
    isPutOff = isResting
    if (!known || tooManyGone(known.index) || BigInt(version) - BigInt(known.version) > loggedVersions) return load()
    const { index, version: from } = known
    // Never behind: what is kept from somebody is kept from the moment on.
    if (restrictions !== restrictionsSeen) setRestrictions(index, await readRestrictions(db))
    restrictionsSeen = restrictions
    if (isResting) return
    const changes = await changedSince(db, from, many + 1)
    isPutOff = changes.length > few && Date.now() < restUntil
    if (isPutOff) return
    if (changes.length > many) return applyInBackground(index, { from, version })
    const ids = [...new Set(changes)]
    for (const step of stepsOf(ids, await productsOf(db, ids))) step(index)
    known = { index, version }
    if (changes.length > few) restUntil = Date.now() + restAfterMany
  }

  const applyInBackground = (index: ProductIndex, { from, version }: { from: string; version: string }) => {
    const yieldToRequests = async (began: number): Promise<void> => {
      if (isHurried) return setImmediate()
      await setTimeout(pauseFactor * (performance.now() - began))
      if (!isHurried) await awaitIdle(typicalAnswerMilliseconds)
    }
    const taking = async () => {
      for (const ids of batchesOf([...new Set(await changedSince(db, from))], readAtOnce)) {
        const steps = stepsOf(ids, await productsOf(db, ids))
        if (!isHurried) await awaitIdle(typicalAnswerMilliseconds)
        let began = performance.now()
        for (const step of steps) {
          step(index)
          if (performance.now() - began < sliceMilliseconds) continue
          await yieldToRequests(began)
          began = performance.now()
        }
      }
      known = { index, version }
    }
    manyUnderway = taking().finally(() => {
      manyUnderway = null
      isHurried = false
      restUntil = Date.now() + restAfterMany
    })
    // Who waits for it is told; otherwise the next one who asks tries again.
    manyUnderway.catch(() => {})
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

  const current = async (): Promise<IndexSnapshot> => {
    while (!known) await once(load)
    if (Date.now() - stockSeen > stockGoodFor) await once(lookAtStock)
    return known
  }

  const isAt = ({ version }: CatalogState) => known !== null && BigInt(known.version) >= BigInt(version)

  const refresh = async (seen: CatalogState) => {
    while (!isAt(seen)) {
      if (manyUnderway) return false
      await once(() => applyChanges(seen))
      if (isPutOff) return false
    }
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
        isHurried = manyUnderway !== null
        await (manyUnderway ?? once(() => applyChanges(seen)))
      }
      return (await current()).index
    },
  }
}

const batchesOf = (ids: string[], size: number): string[][] =>
  Array.from({ length: Math.ceil(ids.length / size) }, (_, at) => ids.slice(at * size, (at + 1) * size))

type Step = (index: ProductIndex) => void

/** Product by product; of these ids, those that are no longer among the products go. */
const stepsOf = (ids: string[], products: IndexedProduct[]): Step[] => {
  const there = new Set(products.map(({ id }) => id))
  return [
    ...ids
      .filter((id) => !there.has(id))
      .map(
        (id): Step =>
          (index) =>
            removeFromIndex(index, id),
      ),
    ...products.map(
      (product): Step =>
        (index) =>
          putInIndex(index, product),
    ),
  ]
}

/** What was replaced stays in the lists until they are made anew. */
const tooManyGone = (index: ProductIndex): boolean => index.ids.length > 2 * index.slotOf.size + 10_000

/**
 * As often as it changed, so that no more is read than is asked for; in the order of the index, or the database would begin
 * with the oldest changes and look through all of them.
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

const productsOf = (db: Db, ids: string[]): Promise<IndexedProduct[]> =>
  productsWhere(db, sql`product.id = any(${ids}::uuid[]) and product.deleted_at is null`)

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
      dea_schedule as schedule, strength,
      num_reviews as "numReviews", times_bought as "timesBought",
      (extract(epoch from created_at) * 1000000)::float8 as "createdAt", is_published as "isPublished",
      cold_status as storage, pack_size as "packSize", pack_quantity as "packQuantity", pack_unit as "packUnit",
      ${isInStock} as "isInStock",
      -- A drawing stands in until a picture is uploaded.
      (image = '' or image like '/pictures/%') as "isUnpictured"
    from product where ${condition} order by id limit ${rowsAtOnce}`.execute(db)
  return rows.map((row) => ({ ...row, pack: packLabel(row) }))
}

/**
 * Movements carry the time in their ids; the clocks of other processes may differ by a minute. New and imported products are
 * in the log of changes, and an import of the whole catalog would be read again every few seconds.
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

/** The least UUIDv7 of a moment. */
const earliestId = (milliseconds: number): string => {
  const time = milliseconds.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}
