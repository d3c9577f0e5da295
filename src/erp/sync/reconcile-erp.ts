import { sql } from 'kysely'
import { transaction } from '#platform/db/connect.ts'
import type { Db } from '#platform/db/tables.ts'
import { type ErpOrder, type Page } from '../gateway/erp.ts'
import type { Stored, Syncing } from './syncing.ts'
import { noteProgress } from './note-run.ts'
import { reportException } from '../report-exception.ts'
import type { Run } from './request-sync.ts'
import { storeInvoices } from './store-invoices.ts'
import { storeOrders } from './store-orders.ts'

const ordersAtOnce = 50
const daysBack = 60

/**
 * The nightly safety net for missed changes: reads every unfinished order by number, and everything created in the last
 * two months. Orders that the ERP no longer has are reported.
 */
export const reconcile = async (given: Syncing, run: Run): Promise<void> => {
  await reconcileUnfinished(given, run)
  const since = await recently(given.db)
  if (!since) return
  for await (const page of given.erp.orders({ at: since, after: null }, 'creation', given.signal))
    await keep(given, run, page, (tx) => storeOrders(tx, page.rows, given))
  if (!given.config.ERP_INVOICE_SERVICE) return
  for await (const page of given.erp.invoices({ at: since, after: null }, 'creation', given.signal))
    await keep(given, run, page, (tx) => storeInvoices(tx, page.rows))
}

const reconcileUnfinished = async (given: Syncing, run: Run): Promise<void> => {
  for (let after: string | null = null; ;) {
    const some = await unfinishedAfter(given.db, after)
    if (some.length === 0) return
    after = some.at(-1)?.id ?? null
    const numbers = some.map(({ erp_id }) => erp_id ?? '')
    const found = await given.erp.ordersByNumber(numbers, given.signal)
    await keep(given, run, found, (tx) => storeOrders(tx, found.rows, given))
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
    await transaction(db, async (tx) => {
      await tx.updateTable('sales_order').where('id', '=', id).set({ erp_error: message }).execute()
      await reportException(tx, { key: `missing ${id}`, orderId: id, message })
    })
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

const keep = (
  { db }: Syncing,
  run: Run,
  { rows, refused }: Pick<Page<unknown>, 'rows' | 'refused'>,
  store: (tx: Parameters<typeof storeInvoices>[0]) => Promise<Stored>,
): Promise<void> =>
  transaction(db, async (tx) => {
    const stored = await store(tx)
    await noteProgress(tx, run.id, {
      read: rows.length + refused.length,
      refused: refused.length,
      added: stored.added,
      changed: stored.changed,
      notes: [...refused, ...stored.notes],
    })
  })
