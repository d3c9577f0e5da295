import { nameWithMarks } from '#catalog/line-words.ts'
import { cancelUnsent } from '#orders/delete-order.ts'
import { cancelPieces } from '#orders/cancel-pieces.ts'
import type { CountOrders } from '#orders/count-orders.ts'
import { notifyCancellations } from '#fulfillment/notify-cancellation.ts'
import { recordChanges } from '#fulfillment/record-changes.ts'
import { reconcileStock } from '#orders/reconcile-stock.ts'
import { recheckOrder } from '#orders/release-orders.ts'
import { type ActedBy, recorderIn } from '#platform/act.ts'
import type { Config } from '#platform/config.ts'
import type { Tx } from '#platform/db/tables.ts'
import { closedMessage } from './evaluate-change.ts'
import { mailChange } from './mail-change.ts'
import { changeableLines } from './queries.ts'
import { resolveLines } from './resolve-lines.ts'

export interface ChangePorts {
  config: Config
  countOrders: CountOrders
  /** Notes for a person what the portal does not do by itself. */
  reportException: (tx: Tx, exception: { key: string; orderId: string; message: string }) => Promise<unknown>
}

/**
 * Changes an order that has not left the portal: stock, totals, budgets and holds follow in the same transaction. An
 * order without a piece left is canceled.
 */
export const applyChange = async (
  tx: Tx,
  ports: ChangePorts,
  { id, by }: { id: string; by: ActedBy },
): Promise<void> => {
  const { config, countOrders } = ports
  const { order_id: orderId, ...change } = await tx
    .selectFrom('order_change')
    .innerJoin('sales_order', 'sales_order.id', 'order_id')
    .select(['order_id', 'reason', 'asked_by', 'is_paid', 'erp_state'])
    .where('order_change.id', '=', id)
    .executeTakeFirstOrThrow()
  const asked = await tx
    .selectFrom('order_change_line')
    .select(['line_no as lineNo', 'to_quantity as to'])
    .where('change_id', '=', id)
    .orderBy('line_no')
    .execute()
  const lines = await changeableLines(tx, orderId)
  const changed = asked.flatMap(({ lineNo, to }) =>
    lines.flatMap(({ line, name, quantity, canceled, ...marks }) =>
      line === lineNo
        ? [{ lineNo, name: nameWithMarks(name, marks), quantity, to, before: canceled, now: canceled + quantity - to }]
        : [],
    ),
  )
  const isEmpty = lines.every(({ line, quantity }) => (asked.find((one) => one.lineNo === line)?.to ?? quantity) === 0)
  if (isEmpty) await cancelUnsent(tx, { orderId, actorId: change.asked_by, reason: change.reason }, ports)
  else {
    await countOrders(tx, [orderId], -1)
    await cancelPieces(tx, orderId, changed)
    await countOrders(tx, [orderId], 1)
    await reconcileStock(tx, [orderId])
    const changes = changed.map(({ lineNo, name, quantity, to }) => ({
      lineNo,
      name,
      field: 'quantity' as const,
      before: String(quantity),
      after: String(to),
    }))
    await recordChanges(tx, [{ orderId, changes }], 'portal')
    await notifyCancellations(tx, [{ orderId, turn: 'changed', reason: change.reason, changes }], config)
  }
  await resolveLines(
    tx,
    asked.map(({ lineNo }) => ({ changeId: id, lineNo, state: 'done' as const, answer: '' })),
  )
  if (!isEmpty && change.erp_state === 'held') await recheckOrder(tx, config, { orderId, by })
  await recorderIn(tx, by)(isEmpty ? 'order deleted' : 'order changed', ['sales order', orderId], {
    after: { lines: asked, reason: change.reason },
  })
  if (change.is_paid)
    await ports.reportException(tx, {
      key: `money of ${orderId} ${id}`,
      orderId,
      message: `An order that is paid was ${isEmpty ? 'canceled' : 'lowered'} before it reached the ERP. Refund the difference.`,
    })
}

/** The review found no reason to report the order, so what its customer asked meanwhile is done. */
export const applyAfterReview = async (
  tx: Tx,
  ports: ChangePorts,
  { orderId, by }: { orderId: string; by: ActedBy },
): Promise<void> => {
  const change = await openChangeOf(tx, orderId)
  if (change) await applyChange(tx, ports, { id: change.id, by })
}

/** A reported order is never trimmed, so what its customer asked meanwhile ends here. */
export const refuseAfterReview = async (
  tx: Tx,
  config: Pick<Config, 'PUBLIC_URL'>,
  { orderId, by }: { orderId: string; by: ActedBy },
): Promise<void> => {
  // Waits for a request that is just being made; the next one finds the order reported.
  await tx.selectFrom('sales_order').select('id').where('id', '=', orderId).forUpdate().execute()
  const change = await openChangeOf(tx, orderId)
  if (!change) return
  const lines = await tx
    .selectFrom('order_change_line')
    .select('line_no')
    .where('change_id', '=', change.id)
    .where('state', '=', 'asked')
    .execute()
  await resolveLines(
    tx,
    lines.map(({ line_no }) => ({
      changeId: change.id,
      lineNo: line_no,
      state: 'refused' as const,
      answer: closedMessage,
    })),
  )
  await mailChange(tx, config, change.id)
  await recorderIn(tx, by)('order change refused', ['sales order', orderId], { after: { reason: closedMessage } })
}

const openChangeOf = (tx: Tx, orderId: string) =>
  tx
    .selectFrom('order_change')
    .select('id')
    .where('order_id', '=', orderId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
