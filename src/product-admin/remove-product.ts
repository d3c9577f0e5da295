import { sql } from 'kysely'
import { type Act, act } from '#platform/act.ts'
import type { Db } from '#platform/db/tables.ts'
import { notFound } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import { noteCatalogChange } from '#catalog/note-change.ts'
import { endRequestsFor } from '#catalog/stock/request-stock.ts'
import type { productEditing } from './contract.ts'

/** Hides a product everywhere; orders keep its name and price, and its NDC becomes available. */
export const removeProduct = (db: Db, call: CallOf<typeof productEditing.remove>): Promise<void> =>
  act(db, call, (during) => removeWithin(during, call.params.id))

/** The same inside a transaction. */
export const removeWithin = async ({ tx, record }: Act, productId: string): Promise<void> => {
  const removed = await tx
    .updateTable('product')
    .set(({ eb }) => ({ deleted_at: sql<Date>`now()`, updated_at: sql<Date>`now()`, version: eb('version', '+', 1) }))
    .where('id', '=', productId)
    .where('deleted_at', 'is', null)
    .returning(['name', 'ndc_number'])
    .executeTakeFirst()
  if (!removed) throw notFound('Product')
  await endRequestsFor(tx, [productId])
  await record('product deleted', ['product', productId], { before: removed })
  await noteCatalogChange(tx, [productId])
}
