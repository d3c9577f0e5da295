import { sql } from 'kysely'
import { recordAudit } from '#audit/record-entry.ts'
import { actOnce } from '#platform/http/act-once.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { notFound } from '#platform/http/refusal.ts'
import type { RequestFacts } from '#platform/http/serve.ts'
import { noteCatalogChange } from '#catalog/note-change.ts'
import { endRequestsFor } from '#catalog/stock/request-stock.ts'

interface Removal {
  actor: Caller
  productId: string
  request: RequestFacts
}

/** Hides a product everywhere; orders keep its name and price, and its NDC becomes available. */
export const removeProduct = (db: Db, removal: Removal): Promise<void> =>
  actOnce(db, removal.request, (tx) => removeWithin(tx, removal))

/** The same inside a transaction. */
export const removeWithin = async (tx: Tx, { actor, productId, request }: Removal): Promise<void> => {
  const removed = await tx
    .updateTable('product')
    .set(({ eb }) => ({ deleted_at: sql<Date>`now()`, updated_at: sql<Date>`now()`, version: eb('version', '+', 1) }))
    .where('id', '=', productId)
    .where('deleted_at', 'is', null)
    .returning(['name', 'ndc_number'])
    .executeTakeFirst()
  if (!removed) throw notFound('Product')
  await endRequestsFor(tx, [productId])
  await recordAudit(tx, {
    actorId: actor._id,
    action: 'product deleted',
    entity: 'product',
    entityId: productId,
    before: removed,
    request,
  })
  await noteCatalogChange(tx, [productId])
}
