import { addBilledAccounts } from '#customers/business/billed-accounts.ts'
import { lockNumbersShared } from '#identity/lock-businesses.ts'
import type { Tx } from '#platform/db/tables.ts'
import type { ErpOrder } from '../gateway/erp.ts'
import { billToOf, importOrders } from './import-orders.ts'
import { joinTracking } from './join-tracking.ts'
import { importedReference, type ExistingOrder, lockExistingOrders } from './existing-orders.ts'
import { reportException } from '../report-exception.ts'
import { linesToCompare } from './cancel-lines.ts'
import { refreshOrder } from './refresh-order.ts'
import { type OrderCancellation, handleCancellations } from './handle-cancellations.ts'
import type { Stored, Syncing } from './syncing.ts'
import { sql } from 'kysely'
import { queueExportNow } from '#orders/queue-export.ts'
import { queueDuplicateSearch } from '../export/remove-duplicates.ts'

/**
 * Takes a page of the ERP's orders over: known ones are brought up to date where the ERP's word is newer, those with
 * the portal's own reference are linked and never copied, all others appear as orders from outside. The same page
 * a second time changes nothing.
 */
export const storeOrders = async (
  tx: Tx,
  rows: readonly ErpOrder[],
  { config, countOrders }: Pick<Syncing, 'config' | 'countOrders'>,
): Promise<Stored> => {
  // Before any order is locked, as those do who give a business another number.
  await lockNumbersShared(tx)
  const orders = newestOfEach(rows)
  const known = await lockExistingOrders(tx, orders)
  const stored: Stored = { added: 0, changed: 0, notes: [] }
  const touched: string[] = []
  const strangers: ErpOrder[] = []
  const turns: OrderCancellation[] = []
  const matched = orders.map((order) => ({ order, ...matchOf(order, known) }))
  const lines = await linesToCompare(
    tx,
    matched.flatMap(({ order, match }) => (match ? [{ order, known: match }] : [])),
  )
  for (const { order, match, isLinked } of matched) {
    if (match && isLinked) {
      const { hasChanged, turn } = await refreshOrder(tx, { known: match, order, lines, countOrders })
      if (hasChanged) stored.changed += 1
      if (turn) turns.push(turn)
      touched.push(match.id)
    } else if (match) stored.notes.push(...(await meetOwnOrder(tx, match, order)))
    else if (isOwnReference(order.reference, config.ERP_REFERENCE_PREFIX))
      stored.notes.push(await reportStray(tx, order))
    else if (known.some(({ erp_reference }) => erp_reference === importedReference(order)))
      stored.notes.push(`Order ${order.id} was left out: the ERP has this number twice.`)
    else strangers.push(order)
  }
  stored.notes.push(...(await handleCancellations(tx, turns, config)))
  const imported = await importOrders(tx, strangers, countOrders)
  stored.added = imported.length
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

const newestOfEach = (rows: readonly ErpOrder[]): ErpOrder[] => {
  const newest = new Map<string, ErpOrder>()
  for (const row of rows) {
    const other = newest.get(row.objectId)
    if (!other || timeOf(other) <= timeOf(row)) newest.set(row.objectId, row)
  }
  const byNumber = new Map([...newest.values()].map((row) => [row.id, row]))
  return [...byNumber.values()]
}

const timeOf = ({ changedAt }: ErpOrder) => changedAt?.getTime() ?? 0

/** An order that is known by its number alone so far. */
const isSeeded = ({ erp_object_id, erp_id, erp_state }: ExistingOrder, { id }: ErpOrder) =>
  erp_object_id === null && erp_id === id && erp_state === 'linked'

const isOwnReference = (reference: string, prefix: string) =>
  reference.startsWith(`${prefix}-`) && /^[0-9A-Z]{20,}$/.test(reference.slice(prefix.length + 1))

const reportStray = async (tx: Tx, { id, reference }: ErpOrder): Promise<string> => {
  const message = `Order ${id} of the ERP carries the portal’s reference ${reference}, which belongs to no order of the portal.`
  await reportException(tx, { key: `stray ${reference} ${id}`, orderId: null, message })
  return message
}

/**
 * An order of the ERP with the portal's reference that is not linked yet: the order export is told that it is there and
 * links it, and removes what is too many. This heals a crash or a restored database without a rule of its own.
 */
const meetOwnOrder = async (tx: Tx, known: ExistingOrder, order: ErpOrder): Promise<string[]> => {
  if (known.deleted_at !== null)
    return notify(tx, known, order, `Order ${order.id} of the ERP belongs to an order that was deleted in the portal.`)
  if (known.erp_object_id !== null || known.erp_state === 'linked') return meetDuplicate(tx, known, order)
  if (known.erp_state === 'held')
    return notify(tx, known, order, `Order ${order.id} of the ERP belongs to an order that the portal holds back.`)
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

/** The order export discards an unreleased duplicate; a released one may move goods and needs a person. */
const meetDuplicate = async (tx: Tx, known: ExistingOrder, order: ErpOrder): Promise<string[]> => {
  if (order.isCancelled) return []
  if (order.isReleased)
    return notify(
      tx,
      known,
      order,
      `The ERP has one order of the portal twice, and the second is released: ${known.erp_id ?? '?'} and ${order.id}.`,
    )
  await queueDuplicateSearch(tx, known.id, 0)
  return []
}

const notify = async (tx: Tx, known: ExistingOrder, order: ErpOrder, message: string): Promise<string[]> => {
  await reportException(tx, { key: `order ${known.id} ${order.id}`, orderId: known.id, message })
  return [message]
}
