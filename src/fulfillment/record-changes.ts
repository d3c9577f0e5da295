import { newId } from '#platform/db/new-id.ts'
import type { Row, Tx } from '#platform/db/tables.ts'

type Event = Row<'order_event'>

/** A change of an order after its placement, with the values as the buyer sees them. */
export interface OrderChange {
  /** Null if it concerns no ordered line. */
  lineNo: number | null
  /** The product with its schedule and storage; empty for the whole order. */
  name: string
  field: Event['field']
  before: string
  /** A quantity of 0 is a canceled line. */
  after: string
}

export interface ChangedOrder {
  orderId: string
  changes: readonly OrderChange[]
}

const rowsPerStatement = 1_000

/** Adds the changes to the history of the orders, in the transaction that applies them. */
export const recordChanges = async (
  tx: Tx,
  orders: readonly ChangedOrder[],
  source: Event['source'],
): Promise<void> => {
  const rows = orders.flatMap(({ orderId, changes }) =>
    changes.map(({ lineNo, ...change }) => ({ id: newId(), order_id: orderId, line_no: lineNo, source, ...change })),
  )
  for (let start = 0; start < rows.length; start += rowsPerStatement)
    await tx
      .insertInto('order_event')
      .values(rows.slice(start, start + rowsPerStatement))
      .execute()
}

/** Pieces that a change takes from a line; negative if it adds some, 0 if it is another change. */
export const canceledPieces = ({ field, before, after }: OrderChange): number => {
  const pieces = Number(before) - Number(after)
  return field === 'quantity' && Number.isFinite(pieces) ? pieces : 0
}
