import type { Db, Tx } from '#platform/db/tables.ts'
import { enqueue } from '#platform/jobs/queue.ts'
import { composeOrder } from './compose-order.ts'
import { type Erp, ErpError, type ErpOrderRef, callErp } from '../gateway/erp.ts'
import { isSameOrder } from './match-orders.ts'
import { reportOrder } from '../report-exception.ts'
import { erpLane } from '#orders/queue-export.ts'

export const duplicateSearchKind = 'erp.remove-duplicates'

export const queueDuplicateSearch = (tx: Tx, orderId: string, delaySeconds: number): Promise<void> =>
  enqueue(tx, { kind: duplicateSearchKind, lane: erpLane, payload: { orderId }, key: orderId, delaySeconds })

/** Checks an order that was sent twice: removes an unreleased duplicate, reports a released one; true if none left. */
export const removeDuplicates = async (
  { db, erp }: { db: Db; erp: Erp },
  orderId: string,
  signal: AbortSignal,
): Promise<boolean> => {
  const order = await composeOrder(db, orderId)
  if (!order?.objectId) return true
  const found = await callErp(() => erp.findOrders(order.reference, signal))
  const left: ErpOrderRef[] = []
  for (const duplicate of found.filter(({ objectId }) => objectId !== order.objectId)) {
    const isGone = !duplicate.isReleased && isSameOrder(order, duplicate) && (await discard(erp, duplicate, signal))
    if (!isGone) left.push(duplicate)
  }
  if (left.length === 0) return true
  const message = `The ERP has this order more than once: ${left.map(({ id }) => id).join(', ')}.`
  await reportOrder(db, { key: `duplicates ${orderId} ${message}`.slice(0, 300), orderId, message })
  return false
}

const discard = async (erp: Erp, duplicate: ErpOrderRef, signal: AbortSignal): Promise<boolean> => {
  try {
    await callErp(() => erp.discardOrder(duplicate, signal))
    return true
  } catch (error) {
    if (error instanceof ErpError) return false
    throw error
  }
}
