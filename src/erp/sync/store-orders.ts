import { addBilledAccounts } from '#customers/business/billed-accounts.ts'
import { lockNumbersShared } from '#identity/lock-businesses.ts'
import type { Tx } from '#platform/db/tables.ts'
import type { ErpOrder } from '../gateway/erp.ts'
import { billToOf, importOrders } from './import-orders.ts'
import { joinTracking } from './join-tracking.ts'
import { importedReference, type ExistingOrder, lockExistingOrders } from './existing-orders.ts'
import { reportException } from '../report-exception.ts'
import { linesToCompare } from './compare-lines.ts'
import { isOutdated, refreshOrder } from './refresh-order.ts'
import { type OrderCancellation, handleCancellations } from './handle-cancellations.ts'
import { resolveChanges } from './resolve-changes.ts'
import { storeSchedules } from './store-schedules.ts'
import { newestBy, type Stored, type Syncing } from './syncing.ts'
import { sql } from 'kysely'
import { queueExportNow } from '#orders/queue-export.ts'
import { queueDuplicateSearch } from '../export/remove-duplicates.ts'

/** Stores a page of ERP orders: known, linked by the portal's reference, or imported. Idempotent. */
export const storeOrders = async (
  tx: Tx,
  rows: readonly ErpOrder[],
  { config, countOrders }: Pick<Syncing, 'config' | 'countOrders'>,
): Promise<Stored> => {
  // Lock order: account numbers before orders, as when a business gets another number.
  await lockNumbersShared(tx)
  const orders = newestBy(newestBy(rows, 'objectId'), 'id')
  const known = await lockExistingOrders(tx, orders)
  const stored: Stored = { added: 0, changed: 0, notes: [] }
  const touched: string[] = []
  const strangers: ErpOrder[] = []
  const current: { orderId: string; order: ErpOrder }[] = []
  const turns: OrderCancellation[] = []
  const matched = orders.map((order) => ({ order, ...matchOf(order, known) }))
  const pairs = matched.flatMap(({ order, match }) => (match ? [{ order, known: match }] : []))
  const endedRests = await resolveChanges(tx, pairs)
  const lines = await linesToCompare(tx, pairs)
  for (const { order, match, isLinked } of matched) {
    if (match && isLinked) {
      const { hasChanged, turn } = await refreshOrder(tx, { known: match, order, lines, countOrders })
      if (hasChanged) stored.changed += 1
      const rests = endedRests.get(match.id) ?? []
      const changes = [...(turn?.changes ?? []), ...rests]
      if (turn || rests.length > 0) turns.push({ known: match, order, turn: null, replaced: [], ...turn, changes })
      touched.push(match.id)
      if (!isOutdated(match, order)) current.push({ orderId: match.id, order })
    } else if (match) stored.notes.push(...(await meetOwnOrder(tx, match, order)))
    else if (isOwnReference(order.reference, config.ERP_REFERENCE_PREFIX))
      stored.notes.push(await reportStray(tx, order))
    else if (known.some(({ erp_reference }) => erp_reference === importedReference(order)))
      stored.notes.push(`Order ${order.id} was skipped: the ERP has this number twice.`)
    else strangers.push(order)
  }
  // Before the emails, which say when the rest comes.
  await storeSchedules(tx, current)
  stored.notes.push(...(await handleCancellations(tx, turns, config)))
  const imported = await importOrders(tx, strangers, countOrders)
  stored.added = imported.length
  await storeSchedules(
    tx,
    imported.flatMap((orderId, at) => (strangers[at] ? [{ orderId, order: strangers[at] }] : [])),
  )
  await joinTracking(tx, [...touched, ...imported])
  await addBilledAccounts(tx, orders.map(billToOf))
  return stored
}

const matchOf = (order: ErpOrder, known: readonly ExistingOrder[]) => {
  const same = known.find(({ erp_object_id }) => erp_object_id === order.objectId)
  const own = order.reference ? known.find(({ erp_reference }) => erp_reference === order.reference) : undefined
  const match = same ?? own ?? known.find((one) => isSeeded(one, order))
  return { match, isLinked: match !== undefined && (match === same || isSeeded(match, order)) }
}

/** An order known only by its number so far. */
const isSeeded = ({ erp_object_id, erp_id, erp_state }: ExistingOrder, { id }: ErpOrder) =>
  erp_object_id === null && erp_id === id && erp_state === 'linked'

const isOwnReference = (reference: string, prefix: string) =>
  reference.startsWith(`${prefix}-`) && /^[0-9A-Z]{20,}$/.test(reference.slice(prefix.length + 1))

const reportStray = async (tx: Tx, { id, reference }: ErpOrder): Promise<string> => {
  const message = `ERP order ${id} has the portal’s reference ${reference}, but the portal has no such order.`
  await reportException(tx, { key: `stray ${reference} ${id}`, orderId: null, message })
  return message
}

/** An unlinked ERP order with the portal's reference: queues the export, which links it and removes duplicates. */
const meetOwnOrder = async (tx: Tx, known: ExistingOrder, order: ErpOrder): Promise<string[]> => {
  if (known.deleted_at !== null)
    return notify(tx, known, order, `ERP order ${order.id} belongs to an order that was deleted in the portal.`)
  if (known.erp_object_id !== null || known.erp_state === 'linked') return meetDuplicate(tx, known, order)
  if (known.erp_state === 'held')
    return notify(tx, known, order, `ERP order ${order.id} belongs to an order that is on hold in the portal.`)
  if (known.erp_state === 'conflict' || known.erp_state === 'sending') return []
  await tx
    .updateTable('sales_order')
    .where('id', '=', known.id)
    .where('erp_state', 'in', ['waiting', 'rejected'])
    .set({ erp_state: 'unknown', erp_intent_at: sql<Date>`coalesce(erp_intent_at, now())` })
    .execute()
  await queueExportNow(tx, known.id)
  return []
}

/** The order export removes an unreleased duplicate; a released one may move goods, so a person must decide. */
const meetDuplicate = async (tx: Tx, known: ExistingOrder, order: ErpOrder): Promise<string[]> => {
  if (order.isCancelled) return []
  if (order.isReleased)
    return notify(
      tx,
      known,
      order,
      `The ERP has a portal order twice, and the second one is released: ${known.erp_id ?? '?'} and ${order.id}.`,
    )
  await queueDuplicateSearch(tx, known.id, 0)
  return []
}

const notify = async (tx: Tx, known: ExistingOrder, order: ErpOrder, message: string): Promise<string[]> => {
  await reportException(tx, { key: `order ${known.id} ${order.id}`, orderId: known.id, message })
  return [message]
}
