import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/tables.ts'

/**
 * Why goods of a lot must not be restocked: an open case or recall of the product with this lot or without lots, or of
 * other lots if this one is not known. Null if nothing stops it. Lock the product first, as cases and recalls do.
 */
export const findStop = async (
  db: Db | Tx,
  { productId, lot }: { productId: string; lot: string },
): Promise<string | null> => {
  const { rows } = await sql<{ why: string }>`
    select 'it is suspect product in an open case' as why from suspect_case
    where product_id = ${productId} and ended_at is null and ${concerns(lot)}
    union all
    select 'it is recalled' from recall_product join recall on recall.id = recall_id
    where product_id = ${productId} and status in ('sent', 'closed') and ${concerns(lot)}
    limit 1`.execute(db)
  return rows[0]?.why ?? null
}

const concerns = (lot: string) => {
  const known = lot.trim()
  return sql<boolean>`(lots = '{}' or ${known} = '' or lot_key(${known}) in (select lot_key(one) from unnest(lots) one))`
}
