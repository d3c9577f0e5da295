import type pg from 'pg'
import { newId } from '#platform/db/new-id.ts'

interface Sent {
  orderItems: { _id: string; quantity: number }[]
}

interface Locked {
  id: string
  name: string
  price: number
  count_in_stock: number
}

/** Lock, check, decrement, insert: the minimum cost of an order. Returns its id. */
export const takeOrder = async (pool: pg.Pool, { orderItems }: Sent): Promise<string> => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const id = await recordOrder(client, orderItems)
    await client.query('commit')
    return id
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

const recordOrder = async (client: pg.PoolClient, items: Sent['orderItems']): Promise<string> => {
  const id = newId()
  const ids = items.map(({ _id }) => _id)
  const quantities = items.map(({ quantity }) => quantity)
  const { rows } = await client.query<Locked>(
    `select id, name, price, count_in_stock from product where id = any($1::uuid[]) order by id for update`,
    [ids],
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const lines = items.map(({ _id, quantity }) => ({ ...byId.get(_id), quantity }))
  if (lines.some(({ count_in_stock = 0, quantity }) => count_in_stock < quantity)) throw new Error('sold out')
  await client.query(
    `update product set count_in_stock = count_in_stock - taken.quantity
     from unnest($1::uuid[], $2::int[]) as taken (id, quantity) where product.id = taken.id`,
    [ids, quantities],
  )
  const total = lines.reduce((sum, { price = 0, quantity }) => sum + price * quantity, 0)
  await client.query(
    `insert into sales_order (id, erp_reference, erp_state, total_price) values ($1, $2, 'linked', $3)`,
    [id, id.replaceAll('-', ''), total.toFixed(2)],
  )
  await client.query(
    `insert into order_line (order_id, line_no, product_id, name, slug, quantity, price)
     select $1, line_no, id, name, '', quantity, price
     from unnest($2::uuid[], $3::text[], $4::int[], $5::numeric[]) with ordinality as line (id, name, quantity, price, line_no)`,
    [id, ids, lines.map(({ name = '' }) => name), quantities, lines.map(({ price = 0 }) => price)],
  )
  return id
}
