import { sql } from 'kysely'
import type { Tx } from '#platform/db/tables.ts'

export interface CanceledPieces {
  lineNo: number
  /** The canceled pieces of the line. */
  before: number
  now: number
}

/** Writes the canceled pieces of lines. The total of the order is what is left of it, at its own prices. */
export const cancelPieces = async (tx: Tx, orderId: string, canceled: readonly CanceledPieces[]): Promise<void> => {
  await sql`
    update order_line set cancelled_quantity = changed.quantity
    from unnest(${canceled.map(({ lineNo }) => lineNo)}::int[], ${canceled.map(({ now }) => now)}::int[])
      as changed (line_no, quantity)
    where order_id = ${orderId}::uuid and order_line.line_no = changed.line_no`.execute(tx)
  const hasMore = canceled.some(({ before, now }) => now > before)
  await sql`
    update sales_order set items_price = left_over.amount, total_price = left_over.amount + shipping_price + tax_price,
      cancelled_line_count = left_over.canceled,
      part_cancelled_at = case when ${hasMore} then now() else part_cancelled_at end
    from (
      select sum((quantity - cancelled_quantity) * price) as amount,
        count(*) filter (where cancelled_quantity > 0) as canceled
      from order_line where order_id = ${orderId}::uuid
    ) left_over
    where sales_order.id = ${orderId}::uuid`.execute(tx)
}
