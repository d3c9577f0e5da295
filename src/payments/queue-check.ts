import type { Db, Row, Tx } from '#platform/db/tables.ts'
import { enqueue } from '#platform/jobs/queue.ts'

export const checkKind = 'payments.check'

/** Asks the provider later what became of a payment; checks of one order never run side by side. */
export const queueCheck = (
  tx: Db | Tx,
  { id, order_id }: Pick<Row<'payment'>, 'id' | 'order_id'>,
  { delaySeconds = 0, key = '' }: { delaySeconds?: number; key?: string } = {},
): Promise<void> =>
  enqueue(tx, {
    kind: checkKind,
    // A check that waits, or one that has looked already, must not swallow one that is wanted now.
    key: `${id} ${key || (delaySeconds > 0 ? 'later' : 'now')}`,
    lane: `payments-${order_id.at(-1)}`,
    payload: { paymentId: id },
    delaySeconds,
  })
