import { hasCustomers } from '#customers/business/has-customers.ts'
import { sql } from 'kysely'
import { transaction } from '#platform/db/connect.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { Postponed } from '#platform/jobs/worker.ts'
import type { SyncKind } from '../contract.ts'
import { type Cursor, ErpError, type Page, type ErpOrder } from '../gateway/erp.ts'
import { finishRun, noteProgress } from './note-run.ts'
import { openRun, type Run } from './request-sync.ts'
import { storeDeliveries } from './store-deliveries.ts'
import { storeAddresses, storeCredits } from './store-addresses.ts'
import { storeInvoices } from './store-invoices.ts'
import { storeOpenItems } from './store-open-items.ts'
import { storeOrders } from './store-orders.ts'
import type { Stored, Syncing } from './syncing.ts'
import { reportOrder } from '../report-exception.ts'

const usualSlice = 10_000
const overlap = 10 * 60_000

/** Reads one kind of data from the ERP to the end. An interrupted run resumes where it stopped. */
export const runSync = async (given: Syncing, kind: SyncKind): Promise<Run> => {
  const { db } = given
  const opened = await openRun(db, { kind, askedBy: null })
  const isFresh = opened.state === 'waiting'
  await db
    .updateTable('erp_run')
    .where('id', '=', opened.id)
    .set({ state: 'running', started_at: sql<Date>`coalesce(started_at, now())` })
    .execute()
  if (isFresh && opened.is_full)
    await db.updateTable('erp_sync').where('kind', '=', kind).set({ watermark: null, after_key: null }).execute()
  try {
    await readers[kind](given, opened)
  } catch (error) {
    if (error instanceof Postponed || given.signal.aborted) throw error
    const failed = await finishRun(db, opened.id, error)
    if (!(error instanceof ErpError)) throw error
    return failed
  }
  return finishRun(db, opened.id, null)
}

const readers: Record<SyncKind, (given: Syncing, run: Run) => Promise<void>> = {
  orders: (given, run) =>
    follow(given, run, {
      pages: (from) => given.erp.orders(from, 'change', given.signal),
      store: (tx, rows) => storeOrders(tx, rows, given),
    }),

  deliveries: async (given, run) => {
    if (!given.config.ERP_DELIVERY_SERVICE) return
    await follow(given, run, {
      pages: (from) => given.erp.deliveries(from, 'change', given.signal),
      store: storeDeliveries,
    })
  },

  invoices: async (given, run) => {
    if (!given.config.ERP_INVOICE_SERVICE) return
    await follow(given, run, {
      pages: (from) => given.erp.invoices(from, 'change', given.signal),
      store: (tx, rows) => storeInvoices(tx, rows, given.onCredits),
    })
  },

  addresses: async (given, run) => {
    if (!given.config.ERP_CUSTOMER_SERVICE) return
    for await (const found of given.erp.addresses(await knownAccounts(given.db), given.signal))
      await storePage(given, run, { rows: found, refused: [] }, async (tx) => {
        const stored = await storeAddresses(tx, found)
        return { ...stored, changed: stored.changed + (await storeCredits(tx, found)) }
      })
  },

  openItems: async (given, run) => {
    const takenAt = new Date()
    const items = await given.erp.openItems(given.signal)
    if (!items) return
    await storePage(given, run, { rows: items, refused: [] }, (tx) => storeOpenItems(tx, items, takenAt))
  },

  sweep: (given, run) => reconcile(given, run),
}

interface Reader<T> {
  pages: (from: Cursor | null) => AsyncIterable<Page<T>>
  store: (tx: Tx, rows: readonly T[]) => Promise<Stored>
}

/** Each page is stored together with its cursor, so that nothing is lost or counted twice. */
const follow = async <T>(given: Syncing, run: Run, { pages, store }: Reader<T>): Promise<void> => {
  const until = Date.now() + (given.sliceMilliseconds ?? usualSlice)
  for await (const page of pages(await startOf(given.db, run))) {
    await storePage(given, run, page, async (tx) => {
      const stored = await store(tx, page.rows)
      await saveCursor(tx, run.kind, page.cursor)
      return stored
    })
    if (page.isLast) return
    if (given.signal.aborted) throw new Postponed(1, 'The portal is stopping.')
    if (Date.now() > until) throw new Postponed(1, 'There is more to read.')
  }
}

/** Rows may be committed after their timestamp, so reading starts slightly before the watermark. */
const startOf = async (db: Db, { kind, state }: Run): Promise<Cursor | null> => {
  const kept = await db.selectFrom('erp_sync').where('kind', '=', kind).selectAll().executeTakeFirst()
  if (!kept?.watermark) return null
  // A resumed run does not step back, or it would never get past one slice.
  if (state === 'running' || kept.after_key !== null) return { at: kept.watermark, after: kept.after_key }
  return { at: new Date(Math.max(0, kept.watermark.getTime() - overlap)), after: null }
}

/** Never moves backwards; the overlap is read again next time anyway. */
const saveCursor = async (tx: Tx, kind: string, { at, after }: Cursor): Promise<void> => {
  await sql`
    insert into erp_sync (kind, watermark, after_key) values (${kind}, ${at}, ${after})
    on conflict (kind) do update set watermark = excluded.watermark, after_key = excluded.after_key
    where erp_sync.watermark is null or erp_sync.watermark <= excluded.watermark`.execute(tx)
}

/** Accounts of accepted customers only: an applicant's account number is not verified. */
const knownAccounts = async (db: Db): Promise<string[]> => {
  const businesses = await db
    .selectFrom('business')
    .where('account_number', '!=', '')
    .where(hasCustomers)
    .select('account_number')
    .orderBy('account_number')
    .execute()
  return businesses.map(({ account_number }) => account_number)
}

const ordersAtOnce = 50
const daysBack = 60

/**
 * The nightly safety net for missed changes: reads every unfinished order by number, and everything created in the last
 * two months. Orders that the ERP no longer has are reported.
 */
const reconcile = async (given: Syncing, run: Run): Promise<void> => {
  await reconcileUnfinished(given, run)
  const since = await recently(given.db)
  if (!since) return
  for await (const page of given.erp.orders({ at: since, after: null }, 'creation', given.signal))
    await storePage(given, run, page, (tx) => storeOrders(tx, page.rows, given))
  if (given.config.ERP_DELIVERY_SERVICE)
    for await (const page of given.erp.deliveries({ at: since, after: null }, 'creation', given.signal))
      await storePage(given, run, page, (tx) => storeDeliveries(tx, page.rows))
  if (!given.config.ERP_INVOICE_SERVICE) return
  for await (const page of given.erp.invoices({ at: since, after: null }, 'creation', given.signal))
    await storePage(given, run, page, (tx) => storeInvoices(tx, page.rows, given.onCredits))
}

const reconcileUnfinished = async (given: Syncing, run: Run): Promise<void> => {
  for (let after: string | null = null; ;) {
    const some = await unfinishedAfter(given.db, after)
    if (some.length === 0) return
    after = some.at(-1)?.id ?? null
    const numbers = some.map(({ erp_id }) => erp_id ?? '')
    const found = await given.erp.ordersByNumber(numbers, given.signal)
    await storePage(given, run, found, (tx) => storeOrders(tx, found.rows, given))
    if (found.refused.length === 0) await reportMissing(given.db, some, found.rows)
  }
}

const unfinishedAfter = (db: Db, after: string | null) => {
  const query = db
    .selectFrom('sales_order')
    .where('erp_state', '=', 'linked')
    .where('is_cancelled', '=', false)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`erp_status is distinct from '3'`)
    .where('erp_id', 'is not', null)
  return (after === null ? query : query.where('id', '>', after))
    .orderBy('id')
    .limit(ordersAtOnce)
    .select(['id', 'erp_id'])
    .execute()
}

const reportMissing = async (
  db: Db,
  asked: readonly { id: string; erp_id: string | null }[],
  found: readonly ErpOrder[],
): Promise<void> => {
  const numbers = new Set(found.map(({ id }) => id))
  for (const { id, erp_id } of asked) {
    if (numbers.has(erp_id ?? '')) continue
    const message = `The ERP no longer has order ${erp_id ?? ''}.`
    await reportOrder(db, { key: `missing ${id}`, orderId: id, message })
  }
}

/** Two months before the latest watermark, by the ERP's clock. */
const recently = async (db: Db): Promise<Date | null> => {
  const row = await db
    .selectFrom('erp_sync')
    .select((eb) => eb.fn.max('watermark').as('watermark'))
    .executeTakeFirst()
  return row?.watermark ? new Date(row.watermark.getTime() - daysBack * 86_400_000) : null
}

const storePage = (
  { db }: Syncing,
  run: Run,
  page: Pick<Page<unknown>, 'rows' | 'refused'>,
  store: (tx: Tx) => Promise<Stored>,
): Promise<void> => transaction(db, async (tx) => noteProgress(tx, run.id, page, await store(tx)))
