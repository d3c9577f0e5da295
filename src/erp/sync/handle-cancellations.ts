import { recordAll } from '#platform/record-entry.ts'
import { reconcileStock } from '#orders/reconcile-stock.ts'
import { notifyCancellations } from '#fulfillment/notify-cancellation.ts'
import { canceledPieces, type OrderChange, recordChanges } from '#fulfillment/record-changes.ts'
import type { Tx } from '#platform/db/tables.ts'
import type { ErpOrder } from '../gateway/erp.ts'
import { reportException } from '../report-exception.ts'
import type { ExistingOrder } from './existing-orders.ts'
import { checkAddresses } from './compare-addresses.ts'
import { checkSubstitutes, type ReplacedLine } from './check-substitutes.ts'
import type { Syncing } from './syncing.ts'

/** An order that the ERP canceled or reinstated, or with lines that it changed. */
export interface OrderCancellation {
  known: ExistingOrder
  order: ErpOrder
  /** The change of the whole order. */
  turn: 'canceled' | 'reinstated' | null
  changes: readonly OrderChange[]
  /** New substitutes of its lines. */
  replaced: readonly ReplacedLine[]
}

/**
 * Applies the consequences of canceled, reinstated and changed orders: history, stock (locked in one order for the whole page), emails,
 * audit entries, and exceptions if money must be refunded or stock is short.
 */
export const handleCancellations = async (
  tx: Tx,
  turns: readonly OrderCancellation[],
  config: Syncing['config'],
): Promise<string[]> => {
  if (turns.length === 0) return []
  const moving = turns.filter((one) => one.turn !== null || !wasComplete(one))
  const shortages = await reconcileStock(
    tx,
    moving.map(({ known }) => known.id),
  )
  const changed = turns.map(({ known, changes }) => ({ orderId: known.id, changes }))
  await recordChanges(tx, changed, 'erp')
  const told = moving.map(({ known, turn, changes }) => ({
    orderId: known.id,
    turn: turn ?? ('changed' as const),
    reason: '',
    changes: turn === null ? changes : [],
  }))
  const unagreed = await checkSubstitutes(tx, turns)
  await notifyCancellations(tx, told, config)
  await recordAll(tx, turns.map(entryOf))
  const exceptions = [
    ...unagreed,
    ...(await checkAddresses(tx, turns, config)),
    ...turns.filter((one) => isMoneyBack(one)).map(owesMoney),
    ...Map.groupBy(shortages, ({ orderId }) => orderId)
      .entries()
      .map(([orderId, some]) => ({
        key: `short ${orderId}`,
        orderId,
        message: `Order ${numberOf(turns, orderId)} was reinstated in the ERP after it was canceled, and stock is short ${some
          .map(({ product, pieces }) => `${pieces} of ${product}`)
          .join(', ')}.`,
      })),
  ]
  for (const exception of exceptions) await reportException(tx, exception)
  return exceptions.map(({ message }) => message)
}

/** Lines canceled in a completed order never shipped; their stock was counted since, so nothing happens. */
const wasComplete = ({ known }: OrderCancellation): boolean => known.erp_status === '3'

const isMoneyBack = ({ known, turn, changes }: OrderCancellation): boolean =>
  known.is_paid && (turn === 'canceled' || changes.some((change) => canceledPieces(change) > 0))

const owesMoney = ({ known, order, turn }: OrderCancellation) => ({
  key: `money of ${known.id}`,
  orderId: known.id,
  message: `Order ${order.id} is paid, and ${
    turn === 'canceled' ? 'was canceled' : 'lines of it were canceled'
  } in the ERP. Refund the payment.`,
})

const numberOf = (turns: readonly OrderCancellation[], orderId: string): string =>
  turns.find(({ known }) => known.id === orderId)?.order.id ?? ''

const entryOf = ({ known, order, turn, changes }: OrderCancellation) => ({
  actorId: null,
  onBehalfOf: known.user_id,
  action: turn === 'reinstated' ? 'order reinstated' : turn === 'canceled' ? 'order canceled' : actionOf(changes),
  entity: 'sales order',
  entityId: known.id,
  before: { totalPrice: known.total_price, status: known.erp_status },
  after: { orderIdSap: order.id, ...(turn === null && { changes }) },
  request: null,
})

const actionOf = (changes: readonly OrderChange[]): string =>
  changes.every((change) => canceledPieces(change) > 0) ? 'order lines canceled' : 'order changed in the ERP'
