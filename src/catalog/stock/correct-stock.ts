import { sql } from 'kysely'
import { act } from '#platform/act.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import { noteRises } from './announce-stock.ts'
import { type inventory, maxStockPieces } from './contract.ts'
import { noteCatalogChange } from '../note-change.ts'

/** Adds or removes pieces and records the reason in the ledger. Returns the new count. */
export const correctStock = (db: Db, call: CallOf<typeof inventory.correctStock>): Promise<number> =>
  act(db, call, async ({ tx, actor, record }) => {
    const { id: productId } = call.params
    const { quantity, reason } = call.body
    const product = await tx
      .selectFrom('product')
      .select('count_in_stock')
      .where('id', '=', productId)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirstOrThrow(() => notFound('Product'))
    const count = await moveStock(tx, {
      productId,
      count: product.count_in_stock,
      quantity,
      actorId: actor._id,
      note: reason,
    })
    await record('stock corrected', ['product', productId], {
      before: { countInStock: product.count_in_stock },
      after: { countInStock: count, reason },
    })
    await noteCatalogChange(tx, [productId])
    return count
  })

interface Move {
  productId: string
  /** The count in the locked row. */
  count: number
  quantity: number
  actorId: string
  note: string
}

/** Updates the count and the ledger together. The product row must be locked. */
export const moveStock = async (tx: Tx, { productId, count, quantity, actorId, note }: Move): Promise<number> => {
  if (quantity === 0) return count
  const after = count + quantity
  if (after < 0)
    throw new Refusal(409, `The stock has changed: ${count} left, so ${-quantity} can’t be removed.`, {
      countInStock: count,
    })
  if (after > maxStockPieces) throw new Refusal(400, 'Count in stock is too large.')
  await tx
    .updateTable('product')
    .set({ count_in_stock: sql<number>`count_in_stock + ${quantity}` })
    .where('id', '=', productId)
    .execute()
  await tx
    .insertInto('stock_movement')
    .values({
      id: newId(),
      product_id: productId,
      quantity,
      reason: 'correction',
      order_id: null,
      note,
      actor_id: actorId,
    })
    .execute()
  await noteRises(tx, [{ productId, quantity }])
  return after
}
