import { sql } from 'kysely'
import type { Tx } from '#platform/db/tables.ts'

export interface ResolvedLine {
  changeId: string
  lineNo: number
  state: 'done' | 'tooLate' | 'refused'
  /** Why not. */
  answer: string
}

/**
 * Writes outcomes of lines that wait for one, and of the ends of backorders that a person made after the ERP refused them.
 * A change ends with its last line. Returns the lines that got an outcome.
 */
export const resolveLines = async (tx: Tx, outcomes: readonly ResolvedLine[]): Promise<ResolvedLine[]> => {
  if (outcomes.length === 0) return []
  const { rows } = await sql<ResolvedLine>`
    update order_change_line line set state = outcome.state, answer = outcome.answer
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
      as outcome ("changeId" uuid, "lineNo" int, state text, answer text)
    where change_id = "changeId" and line_no = "lineNo" and (line.state = 'asked' or (line.state <> 'done'
      and exists (select from order_change where id = change_id and asked_by is null)))
    returning change_id as "changeId", line_no as "lineNo", line.state, line.answer`.execute(tx)
  const ids = [...new Set(rows.map(({ changeId }) => changeId))]
  // Not of canceled lines, which the ERP shows as such, so that a cancellation taken back there counts here.
  await sql`
    update order_line set withdrawn_quantity = greatest(withdrawn_quantity, quantity - to_quantity)
    from order_change_line changed
    join order_change change on change.id = change_id
    join sales_order on sales_order.id = change.order_id
    where order_line.order_id = change.order_id and order_line.line_no = changed.line_no and changed.state = 'done'
      and change.id = any(${ids}::uuid[]) and (to_quantity > 0 or erp_object_id is null)`.execute(tx)
  await sql`
    update order_change set ended_at = now()
    where id = any(${ids}::uuid[]) and ended_at is null
      and not exists (select from order_change_line where change_id = order_change.id and state = 'asked')`.execute(tx)
  return rows
}
