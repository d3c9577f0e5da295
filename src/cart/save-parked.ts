import { sql } from 'kysely'
import { transaction } from '#platform/db/connect.ts'
import { newId } from '#platform/db/new-id.ts'
import type { Db, Row, Tx } from '#platform/db/tables.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import { refuseFull } from '#platform/refuse-full.ts'
import { maxParkedCarts } from './contract.ts'
import type { CartOwner } from './read-cart.ts'

type Whose = Pick<CartOwner, 'userId' | 'forUserId'>

const detailColumns = ['shipping_method', 'purchase_order', 'note', 'attention', 'requested_day'] as const
const noDetails = { shipping_method: '', purchase_order: '', note: '', attention: '', requested_day: null }

export const listParkedCarts = (db: Db, { userId, forUserId }: Whose) =>
  db
    .selectFrom('parked_cart')
    .select([
      'id as _id',
      'name',
      'purchase_order as purchaseOrder',
      'parked_at as parkedAt',
      sql<number>`(select count(*)::integer from parked_cart_line where cart_id = parked_cart.id)`.as('lineCount'),
    ])
    .where('user_id', '=', userId)
    .where('for_user_id', '=', forUserId)
    .orderBy('parked_at', 'desc')
    .orderBy('id')
    .limit(maxParkedCarts)
    .execute()

/** Moves the cart with its lines aside. The cart gets a new order key, so that a lost order cannot take it. */
export const parkCart = (db: Db, whose: Whose, name: string): Promise<void> =>
  transaction(db, async (tx) => {
    const { userId, forUserId } = whose
    const cart = await lockCart(tx, whose)
    if (!cart || !(await hasLines(tx, whose))) throw new Refusal(409, 'Your cart is empty.')
    await refuseFull(
      parkedOf(tx, whose),
      maxParkedCarts,
      `You can park at most ${maxParkedCarts} carts. Delete one first.`,
    )
    const taken = await parkedOf(tx, whose)
      .select('id')
      .where(sql<boolean>`lower(name) = lower(${name})`)
      .execute()
    if (taken.length > 0) throw new Refusal(409, 'A parked cart with this name already exists.', { field: 'name' })
    const id = newId()
    await tx
      .insertInto('parked_cart')
      .values({ id, user_id: userId, for_user_id: forUserId, name, ...cart })
      .execute()
    await sql`
      with line as (
        delete from cart_line where user_id = ${userId}::uuid and for_user_id = ${forUserId}::uuid
        returning product_id, quantity, seen_price, note, place
      )
      insert into parked_cart_line (cart_id, product_id, quantity, seen_price, note, place)
      select ${id}::uuid, product_id, quantity, seen_price, note, row_number() over (order by place) from line`.execute(
      tx,
    )
    await setCart(tx, whose, noDetails)
  })

/** Never merges carts: which quantity of a product is meant would be a guess. */
export const resumeCart = (db: Db, whose: Whose, id: string): Promise<void> =>
  transaction(db, async (tx) => {
    const { userId, forUserId } = whose
    // The parked cart first: of two calls, the second one finds it gone.
    const parked = await parkedOf(tx, whose).select(detailColumns).where('id', '=', id).forUpdate().executeTakeFirst()
    if (!parked) throw notFound('Parked cart')
    await tx
      .insertInto('cart')
      .values({ user_id: userId, for_user_id: forUserId })
      .onConflict((conflict) => conflict.columns(['user_id', 'for_user_id']).doNothing())
      .execute()
    await lockCart(tx, whose)
    if (await hasLines(tx, whose)) throw new Refusal(409, 'Your cart is not empty. Park or empty it first.')
    await sql`
      insert into cart_line (user_id, for_user_id, product_id, quantity, seen_price, note)
      select ${userId}::uuid, ${forUserId}::uuid, product_id, quantity, seen_price, note
      from parked_cart_line where cart_id = ${id}::uuid order by place`.execute(tx)
    await setCart(tx, whose, parked)
    await tx.deleteFrom('parked_cart').where('id', '=', id).execute()
  })

export const removeParkedCart = async (db: Db, { userId, forUserId }: Whose, id: string): Promise<void> => {
  const removed = await db
    .deleteFrom('parked_cart')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('for_user_id', '=', forUserId)
    .executeTakeFirst()
  if (removed.numDeletedRows === 0n) throw notFound('Parked cart')
}

const parkedOf = (tx: Tx, { userId, forUserId }: Whose) =>
  tx.selectFrom('parked_cart').where('user_id', '=', userId).where('for_user_id', '=', forUserId)

const lockCart = (tx: Tx, { userId, forUserId }: Whose) =>
  tx
    .selectFrom('cart')
    .select(detailColumns)
    .where('user_id', '=', userId)
    .where('for_user_id', '=', forUserId)
    .forUpdate()
    .executeTakeFirst()

const hasLines = async (tx: Tx, { userId, forUserId }: Whose): Promise<boolean> =>
  (await tx
    .selectFrom('cart_line')
    .select('product_id')
    .where('user_id', '=', userId)
    .where('for_user_id', '=', forUserId)
    .limit(1)
    .executeTakeFirst()) !== undefined

const setCart = (
  tx: Tx,
  { userId, forUserId }: Whose,
  details: Pick<Row<'cart'>, (typeof detailColumns)[number]>,
): Promise<unknown> =>
  tx
    .updateTable('cart')
    .set({ ...details, order_key: sql<string>`gen_random_uuid()::text`, changed_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('for_user_id', '=', forUserId)
    .execute()
