import { sql } from 'kysely'
import { erpLane, retryExport } from './queue-export.ts'
import { recorderIn } from '#platform/act.ts'
import { transaction } from '#platform/db/connect.ts'
import type { Db } from '#platform/db/tables.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import { openReasons } from './join-reasons.ts'
import type { orders } from './contract.ts'
import type { ErpExportState } from './column-types.ts'

/**
 * Retries the export immediately; the ERP is checked before anything is sent a second time. Not an idempotent act: the
 * refusal that follows it must not keep a retry with the same key from syncing.
 */
export const syncOrder = (db: Db, call: CallOf<typeof orders.sync>): Promise<void> =>
  transaction(db, async (tx) => {
    const { id: orderId } = call.params
    const order = await tx
      .selectFrom('sales_order')
      .select(['erp_id', 'erp_state', openReasons.as('hold_reason')])
      .where('id', '=', orderId)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirstOrThrow(() => notFound('Order'))
    // The order got its number in the meantime, so the sync is done.
    if (order.erp_id !== null) return
    if (!(await retryExport(tx, orderId)))
      throw new Refusal(409, `This order is on hold: ${order.hold_reason ?? 'it is waiting for a decision.'}`)
    await recorderIn(tx, call)('order sync requested', ['sales order', orderId], {
      before: { handOver: order.erp_state },
    })
  })

const patience = 4_000
const pause = 150

/** The result for the waiting admin; throws if the order is not on its way. */
export const resultOfSync = async (
  db: Db,
  orderId: string,
): Promise<{ message: string; orderIdSap: string | null }> => {
  const { erp_id, erp_state, erp_error } = await waitForEnd(db, orderId)
  if (erp_id !== null) return { message: `Order synced: ${erp_id}`, orderIdSap: erp_id }
  if (isEnded(erp_state)) throw new Refusal(409, `The ERP rejected this order: ${erp_error || 'it gave no reason.'}`)
  if (await isErpAway(db))
    throw new Refusal(502, 'The ERP is not responding. The order will be sent automatically as soon as it is.')
  if (erp_state === 'unknown')
    throw new Refusal(
      502,
      'We don’t know yet whether the ERP has this order. The portal will check again automatically.',
    )
  return { message: 'The order is on its way to the ERP.', orderIdSap: null }
}

/** Polls until the order has a number, needs a person or the wait times out. */
const waitForEnd = async (db: Db, orderId: string) => {
  for (const until = Date.now() + patience; ;) {
    const order = await db
      .selectFrom('sales_order')
      .select(['erp_id', 'erp_state', 'erp_error'])
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow(() => notFound('Order'))
    // retryExport cleared the pause of the lane; if the lane is paused again, the ERP did not respond.
    if (order.erp_id !== null || isEnded(order.erp_state) || Date.now() > until || (await isErpAway(db))) return order
    await new Promise((resume) => setTimeout(resume, pause))
  }
}

const isEnded = (state: ErpExportState): boolean => ['rejected', 'conflict', 'held'].includes(state)

const isErpAway = async (db: Db): Promise<boolean> => {
  const paused = await db
    .selectFrom('lane')
    .select('name')
    .where('name', '=', erpLane)
    .where('paused_until', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return paused !== undefined
}
