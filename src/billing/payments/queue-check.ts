import type { Db, Row, Tx } from '#platform/db/tables.ts'
import { enqueue } from '#platform/jobs/queue.ts'

export const checkKind = 'payments.check'

/** The subject of a payment: an order, or the payment itself for invoices. */
export const subjectOf = ({ id, order_id }: Pick<Row<'payment'>, 'id' | 'order_id'>): string => order_id ?? id

/** Queues a status check with the provider. Checks of the same subject share a lane, so they never run in parallel. */
export const queueCheck = (
  tx: Db | Tx,
  payment: Pick<Row<'payment'>, 'id' | 'order_id'>,
  { delaySeconds = 0, key = '' }: { delaySeconds?: number; key?: string } = {},
): Promise<void> =>
  enqueue(tx, {
    kind: checkKind,
    // Separate keys, so that a pending or finished check does not swallow one that is needed now.
    key: `${payment.id} ${key || (delaySeconds > 0 ? 'later' : 'now')}`,
    lane: `payments-${subjectOf(payment).at(-1)}`,
    payload: { paymentId: payment.id },
    delaySeconds,
  })
