import { sql } from 'kysely'
import type { Tx } from '#platform/db/tables.ts'
import { grouped } from '#shared/number-words.ts'
import { reportException } from '../report-exception.ts'

interface Rest {
  orderId: string
  number: string
  reason: string
  name: string
  slug: string
  pieces: number
  answer: string
}

/** Asks a person to cancel the backordered pieces in the ERP that the portal could not cancel there. */
export const reportRests = async (tx: Tx, changeId: string): Promise<void> => {
  const { rows } = await sql<Rest>`
    select change.order_id as "orderId", coalesce(erp_id, '') as number, reason, name, slug,
      from_quantity - to_quantity as pieces, answer
    from order_change change
    join sales_order on sales_order.id = order_id
    join order_change_line changed on changed.change_id = change.id and changed.state in ('tooLate', 'refused')
    join order_line line on line.order_id = change.order_id and line.line_no = changed.line_no
    where change.id = ${changeId}::uuid order by line.line_no`.execute(tx)
  const [first] = rows
  if (!first) return
  const rests = rows.map(({ pieces, name, slug }) => `${grouped(pieces)} of ${name} (${slug})`).join(', ')
  await reportException(tx, {
    key: `backorder ${changeId}`,
    orderId: first.orderId,
    message: `To be canceled in the ERP: order ${first.number} has ${rests}. ${first.reason}. ${first.answer} The buyer is notified once the ERP shows it.`,
  })
}
