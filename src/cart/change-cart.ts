import { type RawBuilder, sql } from 'kysely'
import { contractPriceRows } from '#catalog/contract-price.ts'
import { isVisibleTo } from '#catalog/filter-visible.ts'
import { transaction } from '#platform/db/connect.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { maxLines } from './cart.ts'
import type { CartChange, SavedCart } from './contract.ts'
import { readCart, type CartOwner } from './read-cart.ts'

/**
 * Upserts the named lines and leaves the others unchanged, so that two open screens do not overwrite each other; for
 * the same line the last write wins. Products that are not for sale are ignored.
 */
export const changeCart = (db: Db, whose: CartOwner, change: CartChange): Promise<SavedCart> =>
  transaction(db, async (tx) => {
    await openCart(tx, whose, change)
    const lines = [...new Map(change.lines.map((line) => [line._id, line])).values()]
    const gone = lines.filter(({ quantity }) => quantity === 0).map(({ _id }) => _id)
    if (gone.length > 0) await linesOf(tx, whose).where('product_id', 'in', gone).execute()
    const put = lines.filter(({ quantity }) => quantity > 0)
    if (put.length > 0) await putLines(tx, whose, { put, keepsHigher: change.keepsHigher })
    const cart = await readCart(tx, whose)
    if (cart.lines.length > maxLines) throw new Refusal(409, 'A cart can have at most 500 lines.')
    return cart
  })

/** Upserts the cart row, which also locks it: concurrent changes to one cart run one after the other. */
const openCart = async (tx: Tx, whose: CartOwner, change: CartChange): Promise<void> => {
  const { shippingMethod, purchaseOrder, note, attention, requestedDay } = change
  const facts = {
    changed_at: sql<Date>`now()`,
    ...(shippingMethod !== undefined && { shipping_method: shippingMethod }),
    ...(purchaseOrder !== undefined && { purchase_order: purchaseOrder }),
    ...(note !== undefined && { note }),
    ...(attention !== undefined && { attention }),
    ...(requestedDay !== undefined && { requested_day: requestedDay }),
  }
  await tx
    .insertInto('cart')
    .values({ user_id: whose.userId, for_user_id: whose.forUserId, ...facts })
    .onConflict((conflict) => conflict.columns(['user_id', 'for_user_id']).doUpdateSet(facts))
    .execute()
}

const linesOf = (tx: Tx, { userId, forUserId }: CartOwner) =>
  tx.deleteFrom('cart_line').where('user_id', '=', userId).where('for_user_id', '=', forUserId)

const putLines = async (
  tx: Tx,
  whose: CartOwner,
  { put, keepsHigher }: { put: CartChange['lines']; keepsHigher: boolean },
): Promise<void> => {
  const pricesAt = (quantity: RawBuilder<unknown>) =>
    contractPriceRows({
      businessId: sql`${whose.businessId}::uuid`,
      day: sql`${whose.day}::date`,
      quantity,
      productId: sql`product.id`,
    })
  const paid = (row: 'own' | 'shown') => sql`coalesce(${sql.ref(`${row}.price`)}, product.price)`
  await sql`
    insert into cart_line (user_id, for_user_id, product_id, quantity, note, seen_price)
    select ${whose.userId}::uuid, ${whose.forUserId}::uuid, product.id, wanted.quantity, coalesce(line.note, before.note, ''),
      -- A price difference caused only by the new quantity is not reported as a price change.
      case when coalesce(line.price, before.seen_price, ${paid('shown')}) in (${paid('shown')}, ${paid('own')})
        then ${paid('own')} else coalesce(line.price, before.seen_price) end
    from rows from (jsonb_to_recordset(${JSON.stringify(put)}::jsonb) as (_id uuid, quantity integer, price numeric, note text))
      with ordinality as line (_id, quantity, price, note, at)
    join product on product.id = line._id and product.is_published and product.deleted_at is null
      and ${isVisibleTo(sql`${whose.businessId}::uuid`, sql`${whose.seesRestricted}::boolean`)}
    left join cart_line before on before.user_id = ${whose.userId}::uuid and before.for_user_id = ${whose.forUserId}::uuid
      and before.product_id = product.id
    cross join lateral (
      select case when ${keepsHigher}::boolean then greatest(before.quantity, line.quantity) else line.quantity end as quantity
    ) wanted
    left join lateral ${pricesAt(sql`wanted.quantity`)} own on true
    left join lateral ${pricesAt(sql`case when line.price is null then coalesce(before.quantity, 1) else 1 end`)} shown on true
    order by at
    on conflict (user_id, for_user_id, product_id) do update set quantity = excluded.quantity, note = excluded.note, seen_price = excluded.seen_price`.execute(
    tx,
  )
}
