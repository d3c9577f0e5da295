import { sql } from 'kysely'
import { noteCatalogChange } from '#catalog/note-change.ts'
import { reconcileQuarantine } from '#orders/reconcile-quarantine.ts'
import type { ActedBy } from '#platform/act.ts'
import type { Tx } from '#platform/db/tables.ts'
import { Refusal } from '#platform/http/refusal.ts'

/**
 * Locks the products in id order like a placement. Call it before writing what stops or resumes their sales, so that
 * no order is placed in between.
 */
export const lockRecalled = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  const found = await tx.selectFrom('product').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
  if (found.length < new Set(ids).size) throw new Refusal(400, 'One of these products does not exist.')
}

/** Puts locked products on hold or back on sale by their open cases and recalls, and then the orders with them. */
export const reconcileProducts = async (tx: Tx, ids: readonly string[], by: ActedBy): Promise<void> => {
  const { rows: changed } = await sql<{ id: string }>`
    update product set is_on_hold = not is_on_hold
    where id = any(${ids}::uuid[]) and is_on_hold <> (
      exists (select from suspect_case where product_id = product.id and ended_at is null and stops_sales)
      or exists (select from recall_product join recall on recall.id = recall_id
        where product_id = product.id and status = 'sent' and stops_sales))
    returning id`.execute(tx)
  if (changed.length === 0) return
  const changedIds = changed.map(({ id }) => id)
  await noteCatalogChange(tx, changedIds)
  await reconcileQuarantine(tx, changedIds, by)
}
