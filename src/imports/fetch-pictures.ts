import { sql } from 'kysely'
import { noteCatalogChange } from '#catalog/note-change.ts'
import type { Config } from '#platform/config.ts'
import { transaction } from '#platform/db/connect.ts'
import type { Db, Row, Tx } from '#platform/db/tables.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { Postponed } from '#platform/jobs/worker.ts'
import { runTask } from '#platform/work-threads.ts'
import { attachPictures } from '#files/attach-pictures.ts'
import { fetchPicture, NoPicture } from '#files/fetch-picture.ts'
import { savePictureOnce } from '#files/save-picture.ts'
import type { PictureStore } from '#files/open-store.ts'
import { lockImport } from './store-import.ts'

/** Pictures fetched concurrently. */
const atOnce = 4
const millisecondsATurn = 2_000
const maxAttempts = 3
const secondsBetween = 30

interface Fetching {
  db: Db
  store: PictureStore
  config: Pick<Config, 'PICTURE_ORIGINS' | 'PICTURE_HOSTS'>
}

type Waiting = Pick<Row<'import_picture'>, 'row' | 'url' | 'attempts'>
type Outcome = Waiting & ({ image: string } | { problem: string; isPassing: boolean })

/** Fetches the pictures of an import for two seconds, then yields to other jobs and lets the portal stop. */
export const continueFetching = async (fetching: Fetching, id: string, signal: AbortSignal): Promise<void> => {
  const until = performance.now() + millisecondsATurn
  for (;;) {
    const waiting = await nextOf(fetching.db, id)
    if (waiting.length === 0) break
    const outcomes = await fetchAll(fetching, waiting, signal)
    await transaction(fetching.db, (tx) => settle(tx, id, outcomes))
    if (performance.now() > until) throw new Postponed(0, 'Others have their turn.')
  }
  const seconds = await secondsToNext(fetching.db, id)
  if (seconds !== null) throw new Postponed(seconds, 'Some pictures will be fetched again later.')
}

const nextOf = (db: Db, id: string): Promise<Waiting[]> =>
  db
    .selectFrom('import_picture')
    .select(['row', 'url', 'attempts'])
    .where('import_id', '=', id)
    .where('state', '=', 'waiting')
    .where('due_at', '<=', sql<Date>`now()`)
    .orderBy('due_at')
    .limit(atOnce)
    .execute()

const secondsToNext = async (db: Db, id: string): Promise<number | null> => {
  const { seconds } = await db
    .selectFrom('import_picture')
    .select(sql<number | null>`greatest(1, ceil(extract(epoch from min(due_at) - now())))::int`.as('seconds'))
    .where('import_id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return seconds
}

const fetchAll = (fetching: Fetching, waiting: Waiting[], signal: AbortSignal): Promise<Outcome[]> => {
  let before: Promise<unknown> = Promise.resolve()
  // Encodes one picture at a time, because sign-ins need the same threads.
  const inTurn = <T>(paint: () => Promise<T>): Promise<T> => {
    const turn = before.then(paint)
    before = turn.catch(() => {})
    return turn
  }
  return Promise.all(
    waiting.map(async (one) => ({ ...one, ...(await fetchOne(fetching, one.url, { signal, inTurn })) })),
  )
}

interface Turn {
  signal: AbortSignal
  inTurn: <T>(paint: () => Promise<T>) => Promise<T>
}

const fetchOne = async ({ db, store, config }: Fetching, url: string, { signal, inTurn }: Turn) => {
  try {
    const original = await fetchPicture(url, {
      origins: config.PICTURE_ORIGINS,
      onlyNamed: config.PICTURE_HOSTS === 'named',
      signal,
    })
    return { image: await inTurn(() => savePictureOnce({ db, store }, original, paint)) }
  } catch (error) {
    if (error instanceof NoPicture) return { problem: error.message, isPassing: error.isPassing }
    if (error instanceof Refusal) return { problem: unusable(error), isPassing: error.status === 503 }
    throw error
  }
}

/** A picture that kills its worker thread must not block the others. */
const paint = (original: Buffer) =>
  runTask('picture', original).catch((error: unknown) => {
    throw error instanceof Refusal ? error : new NoPicture('it can’t be decoded', { isPassing: true })
  })

const unusable = ({ status, message }: Refusal): string =>
  status === 415 ? 'The fetched file is not a usable picture. Use an undamaged PNG, JPEG or WebP file.' : message

/** The lock orders this with undos of the import and edits of the product. */
const settle = async (tx: Tx, id: string, outcomes: Outcome[]): Promise<void> => {
  await lockImport(tx, id)
  const wanted = await stillWanted(tx, id, outcomes)
  const products = await lockProducts(tx, wanted)
  const gone = new Set(
    await attachPictures(
      tx,
      outcomes.flatMap((outcome) => ('image' in outcome ? [outcome.image] : [])),
    ),
  )
  const shown: string[] = []
  for (const outcome of outcomes) {
    const one = wanted.find(({ row }) => row === outcome.row)
    if (!one) continue
    const isThere = 'image' in outcome && !gone.has(outcome.image)
    if (!isThere) await noteFailure(tx, one, outcome)
    else if (await show(tx, { one, product: products.get(one.product_id), image: outcome.image }))
      shown.push(one.product_id)
  }
  if (shown.length > 0) await noteCatalogChange(tx, shown)
}

const stillWanted = (tx: Tx, id: string, outcomes: Outcome[]): Promise<PictureToFetch[]> =>
  tx
    .selectFrom('import_picture')
    .selectAll()
    .where('import_id', '=', id)
    .where(
      'row',
      'in',
      outcomes.map(({ row }) => row),
    )
    .where('state', '=', 'waiting')
    .execute()

type Product = Pick<Row<'product'>, 'id' | 'image'>

/** Locks in id order, like orders. */
const lockProducts = async (tx: Tx, wanted: PictureToFetch[]): Promise<Map<string, Product>> => {
  const rows = await tx
    .selectFrom('product')
    .select(['id', 'image'])
    .where('id', '=', sql<string>`any(${wanted.map(({ product_id }) => product_id)}::uuid[])`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

type PictureToFetch = Row<'import_picture'>

const noteFailure = (tx: Tx, one: PictureToFetch, outcome: Outcome): Promise<void> => {
  // The stored picture was just being deleted, so it is encoded again later.
  const { problem, isPassing } = 'problem' in outcome ? outcome : { problem: 'It was being removed.', isPassing: true }
  const attempts = one.attempts + 1
  return note(tx, one, {
    problem,
    attempts,
    ...(isPassing && attempts < maxAttempts
      ? { due_at: sql<Date>`now() + make_interval(secs => ${secondsBetween * 4 ** one.attempts})` }
      : { state: 'failed' }),
  })
}

interface Shown {
  one: PictureToFetch
  product: Product | undefined
  image: string
}

/** Returns whether the product's picture changed. */
const show = async (tx: Tx, { one, product, image }: Shown): Promise<boolean> => {
  const problem = !product
    ? 'The product has been deleted.'
    : product.image !== one.image && product.image !== image
      ? 'The product has another picture now, which stays.'
      : ''
  await note(tx, one, { state: problem ? 'dropped' : 'fetched', problem })
  if (!product || problem) return false
  await tx
    .insertInto('picture_source')
    .values({ product_id: one.product_id, url: one.url, image })
    .onConflict((conflict) => conflict.column('product_id').doUpdateSet({ url: one.url, image }))
    .execute()
  if (product.image === image) return false
  await put(tx, one, product.image, image)
  return true
}

const put = async (tx: Tx, one: PictureToFetch, before: string, image: string): Promise<void> => {
  await tx
    .updateTable('product')
    .set(({ eb }) => ({ image, version: eb('version', '+', 1), updated_at: sql<Date>`now()` }))
    .where('id', '=', one.product_id)
    .execute()
  // For the undo, in addition to the row's own changes. An undo deletes a new product as a whole.
  await sql`
    update import_change set before = before || jsonb_build_object('image', ${before}::text),
      after = after || jsonb_build_object('image', ${image}::text, 'pictured', 1)
    where import_id = ${one.import_id}::uuid and row = ${one.row}`.execute(tx)
}

const note = async (
  tx: Tx,
  { import_id, row }: PictureToFetch,
  told: { state?: PictureToFetch['state']; problem: string; attempts?: number; due_at?: ReturnType<typeof sql<Date>> },
): Promise<void> => {
  await tx.updateTable('import_picture').set(told).where('import_id', '=', import_id).where('row', '=', row).execute()
}
