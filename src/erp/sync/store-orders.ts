import { addBilledAccounts } from '#businesses/billed-accounts.ts'
import { keepNumbers } from '#businesses/lock-businesses.ts'
import type { Tx } from '#platform/db/tables.ts'
import type { ErpOrder } from '../gateway/erp.ts'
import { billToOf, importOrders } from './import-orders.ts'
import { joinTracking } from './join-tracking.ts'
import { importedReference, type KnownOrder, knownOrders } from './known-orders.ts'
import { meetOwnOrder } from './meet-own-order.ts'
import { raiseException } from '../raise-exception.ts'
import { refreshOrder } from './refresh-order.ts'
import type { Stored, Syncing } from './syncing.ts'

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
  await keepNumbers(tx)
  const orders = newestOfEach(rows)
  const known = await knownOrders(tx, orders)
  const stored: Stored = { added: 0, changed: 0, notes: [] }
  const touched: string[] = []
  const strangers: ErpOrder[] = []
  for (const order of orders) {
    const same = known.find(({ erp_object_id }) => erp_object_id === order.objectId)
    const own = order.reference ? known.find(({ erp_reference }) => erp_reference === order.reference) : undefined
    const match = same ?? own ?? known.find((one) => isSeeded(one, order))
    if (match && (match === same || isSeeded(match, order))) {
      if (await refreshOrder(tx, match, order, countOrders)) stored.changed += 1
      touched.push(match.id)
    } else if (match) stored.notes.push(...(await meetOwnOrder(tx, match, order)))
    else if (isOwnReference(order.reference, config.ERP_REFERENCE_PREFIX)) stored.notes.push(await tellStray(tx, order))
    else if (known.some(({ erp_reference }) => erp_reference === importedReference(order)))
      stored.notes.push(`Order ${order.id} was left out: the ERP has this number twice.`)
    else strangers.push(order)
  }
  const imported = await importOrders(tx, strangers, countOrders)
  stored.added = imported.length
  await joinTracking(tx, [...touched, ...imported])
  await addBilledAccounts(tx, orders.map(billToOf))
  return stored
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
const isSeeded = ({ erp_object_id, erp_id, erp_state }: KnownOrder, { id }: ErpOrder) =>
  erp_object_id === null && erp_id === id && erp_state === 'linked'

const isOwnReference = (reference: string, prefix: string) =>
  reference.startsWith(`${prefix}-`) && /^[0-9A-Z]{20,}$/.test(reference.slice(prefix.length + 1))

const tellStray = async (tx: Tx, { id, reference }: ErpOrder): Promise<string> => {
  const message = `Order ${id} of the ERP carries the portal’s reference ${reference}, which belongs to no order of the portal.`
  await raiseException(tx, { key: `stray ${reference} ${id}`, orderId: null, message })
  return message
}
