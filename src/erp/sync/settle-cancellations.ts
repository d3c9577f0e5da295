import { sql } from 'kysely'
import type { Tx } from '#platform/db/tables.ts'

/**
 * Marks which of these invoices a released cancellation undoes, and unmarks the others, whichever of the two came first.
 * A cancellation undoes a whole invoice: one of another account, currency or amount is taken for a mistake and ignored.
 */
export const settleCancellations = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  await sql`
    update invoice set cancelled_by = settled.by
    from (
      select id, (
        select min(cancellation.id) from invoice cancellation
        where cancellation.cancels = original.id and cancellation.cancels <> ''
          and cancellation.is_cancellation and cancellation.release_status_code = '3'
          and cancellation.buyer_party_id = original.buyer_party_id
          and cancellation.currency_code = original.currency_code
          and abs(cancellation.total_gross_amount) = abs(original.total_gross_amount)
      ) as by
      from invoice original
      where id = any(${[...new Set(ids)]}::text[]) and not is_cancellation
    ) settled
    where invoice.id = settled.id and invoice.cancelled_by is distinct from settled.by`.execute(tx)
}
