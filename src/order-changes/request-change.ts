import { quantityBlock } from '#catalog/order-quantity.ts'
import { act } from '#platform/act.ts'
import { newId } from '#platform/db/new-id.ts'
import type { Db } from '#platform/db/tables.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import { enqueue } from '#platform/jobs/queue.ts'
import { erpLane } from '#orders/queue-export.ts'
import { applyChange, type ChangePorts } from './apply-change.ts'
import type { ChangeWay, LineToChange } from './change-shapes.ts'
import type { orderChanges } from './contract.ts'
import { evaluateChange } from './evaluate-change.ts'
import { type ChangeableLine, changeableLines, orderToChange } from './queries.ts'

export const changeKind = 'erp.change-order'

export interface RequestPorts extends ChangePorts {
  isErpConnected: boolean
}

/**
 * Cancels lines or lowers their quantities: immediately while the order has not left the portal, else as a request whose
 * outcome the ERP or the reviewer decides. The order export locks the same row, so it sends either the old order, and
 * this is refused, or the new one.
 */
export const requestChange = (
  db: Db,
  ports: RequestPorts,
  call: CallOf<typeof orderChanges.request>,
): Promise<ChangeWay> =>
  act(db, call, async ({ tx, actor, record }) => {
    const { id: orderId } = call.params
    const { lines, reason } = call.body
    const order = await orderToChange(tx, actor, orderId, true)
    const { way, why } = evaluateChange({ ...order.facts, isErpConnected: ports.isErpConnected })
    if (way === null) throw new Refusal(409, why)
    refuseLines(await changeableLines(tx, orderId), lines)
    const id = newId()
    await tx.insertInto('order_change').values({ id, order_id: orderId, reason, asked_by: actor._id }).execute()
    await tx
      .insertInto('order_change_line')
      .values(
        lines.map(({ line, from, to }) => ({ change_id: id, line_no: line, from_quantity: from, to_quantity: to })),
      )
      .execute()
    await record('order change requested', ['sales order', orderId], {
      onBehalfOf: order.user_id,
      before: { totalPrice: order.total_price },
      after: { lines, reason, way },
    })
    if (way === 'now') await applyChange(tx, ports, { id, by: call })
    if (way === 'erp') await enqueue(tx, { kind: changeKind, lane: erpLane, payload: { changeId: id }, key: id })
    return way
  })

const refuseLines = (known: readonly ChangeableLine[], lines: readonly LineToChange[]): void => {
  if (new Set(lines.map(({ line }) => line)).size < lines.length)
    throw new Refusal(400, 'Every line can be changed only once.')
  for (const { line, from, to } of lines) {
    const current = known.find((one) => one.line === line)
    if (!current) throw new Refusal(400, `The order has no line ${line}.`)
    if (current.quantity !== from) throw new Refusal(409, 'The order has changed since you opened it. Open it again.')
    if (to >= from) throw new Refusal(400, `${current.name}: the quantity can only be lowered. It is ${from}.`)
    const { multiple, minimum } = current
    const block = to > 0 && quantityBlock({ orderMinimum: minimum, orderMultiple: multiple, orderMaximum: null }, to)
    if (block) throw new Refusal(400, `${current.name}: ${block}`)
  }
}
