import type { Db, Row, Tx } from '#platform/db/tables.ts'
import { enqueue } from '#platform/jobs/queue.ts'

export const checkKind = 'payments.check'

/** What a payment pays: an order, or the invoices of its shares. */
export const subjectOf = ({ id, order_id }: Pick<Row<'payment'>, 'id' | 'order_id'>): string => order_id ?? id

/** Asks the provider later what became of a payment; checks of one order, or one payment of invoices, never run side by side. */
export const queueCheck = (
  tx: Db | Tx,
  payment: Pick<Row<'payment'>, 'id' | 'order_id'>,
  { delaySeconds = 0, key = '' }: { delaySeconds?: number; key?: string } = {},
): Promise<void> =>
  enqueue(tx, {
    kind: checkKind,
    // A check that waits, or one that has looked already, must not swallow one that is wanted now.
    key: `${payment.id} ${key || (delaySeconds > 0 ? 'later' : 'now')}`,
    lane: `payments-${subjectOf(payment).at(-1)}`,
    payload: { paymentId: payment.id },
    delaySeconds,
  })
