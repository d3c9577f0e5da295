import type { Config } from '#platform/config.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { enqueue } from '#platform/jobs/queue.ts'
import { composeOrder } from './compose-order.ts'
import { type Erp, ErpError, callErp } from '../gateway/erp.ts'
import { erpLane } from '#orders/queue-export.ts'
import { reportOrder } from '../report-exception.ts'

export const completionKind = 'erp.complete-order'

export const queueCompletion = (tx: Tx, orderId: string): Promise<void> =>
  enqueue(tx, { kind: completionKind, lane: erpLane, payload: { orderId }, key: orderId })

/** Applies prices and release to a linked order; both read first and skip what is done. */
export const completeOrder = async (
  { db, erp, config }: { db: Db; erp: Erp; config: Pick<Config, 'ERP_PRICES' | 'ERP_RELEASE'> },
  orderId: string,
  signal: AbortSignal,
): Promise<void> => {
  const order = await composeOrder(db, orderId)
  const objectId = order?.objectId
  if (!objectId) return
  try {
    if (config.ERP_PRICES === 'portal') await callErp(() => erp.setPrices(objectId, order.lines, signal))
    if (config.ERP_RELEASE) await callErp(() => erp.releaseOrder(objectId, signal))
  } catch (error) {
    if (!(error instanceof ErpError)) throw error
    const message = `The order is in the ERP but could not be completed there: ${error.message}`
    await reportOrder(db, { key: `completion ${orderId}`, orderId, message })
  }
}
