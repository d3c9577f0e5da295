import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/tables.ts'

/**
 * Adds what the schedules that began by this day control to the ledger of order monitoring, lines from before included, as
 * those of a product that turns out to be controlled. One short statement unless one began.
 */
export const countBegunSchedules = async (tx: Db | Tx, day: string): Promise<void> => {
  const begun = await tx
    .updateTable('state_schedule')
    .set({ is_counted: true })
    .where('is_counted', '=', false)
    .where('removed_at', 'is', null)
    .where('effective_on', '<=', day)
    .returning('substance')
    .execute()
  if (begun.length === 0) return
  await sql`
    insert into controlled_line
    select * from controlled_line_source where product_id in (
      select product.id from product join unnest(${begun.map(({ substance }) => substance)}::text[]) as substance
        on lower(substance) in (lower(generic_name), lower(drug_family)))
    on conflict (order_id, line_no) do nothing`.execute(tx)
}
