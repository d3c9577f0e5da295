import { randomUUIDv7 } from 'node:crypto'
import type pg from 'pg'

interface Sent {
  orderItems: { _id: string; quantity: number }[]
}

interface Locked {
  id: string
  name: string
  price: number
  count_in_stock: number
}

/** A schema with only what the bare transaction needs: products, and orders and lines with one key each. */
export const bareTables = `
  drop schema if exists floor cascade;
  create schema floor;
  create table floor.product as select id, name, price, count_in_stock from public.product;
  alter table floor.product add primary key (id);
  create table floor.sales_order (id uuid primary key, user_id uuid, erp_reference text, erp_state text,
    total_price numeric(12, 2), created_at timestamptz not null default now());
  create table floor.order_line (order_id uuid not null references floor.sales_order (id), line_no integer not null,
    product_id uuid references floor.product (id), name text not null, slug text not null, quantity integer not null,
    price numeric(12, 2) not null, primary key (order_id, line_no));
  analyze floor.product`

/** Lock, check, decrement, insert: the minimum cost of an order. Returns its id. */
export const takeOrder = async (pool: pg.Pool, schema: string, { orderItems }: Sent): Promise<string> => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const id = await recordOrder(client, schema, orderItems)
    await client.query('commit')
    return id
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

const recordOrder = async (client: pg.PoolClient, schema: string, items: Sent['orderItems']): Promise<string> => {
  const id = randomUUIDv7()
  const ids = items.map(({ _id }) => _id)
  const quantities = items.map(({ quantity }) => quantity)
  const { rows } = await client.query<Locked>(
    `select id, name, price, count_in_stock from ${schema}.product where id = any($1::uuid[]) order by id for update`,
    [ids],
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const lines = items.map(({ _id, quantity }) => ({ ...byId.get(_id), quantity }))
  if (lines.some(({ count_in_stock = 0, quantity }) => count_in_stock < quantity)) throw new Error('sold out')
  await client.query(
    `update ${schema}.product set count_in_stock = count_in_stock - taken.quantity
     from unnest($1::uuid[], $2::int[]) as taken (id, quantity) where product.id = taken.id`,
    [ids, quantities],
  )
  const total = lines.reduce((sum, { price = 0, quantity }) => sum + price * quantity, 0)
  await client.query(
    `insert into ${schema}.sales_order (id, erp_reference, erp_state, total_price) values ($1, $2, 'linked', $3)`,
    [id, id.replaceAll('-', ''), total.toFixed(2)],
  )
  await client.query(
    `insert into ${schema}.order_line (order_id, line_no, product_id, name, slug, quantity, price)
     select $1, line_no, id, name, '', quantity, price
     from unnest($2::uuid[], $3::text[], $4::int[], $5::numeric[]) with ordinality as line (id, name, quantity, price, line_no)`,
    [id, ids, lines.map(({ name = '' }) => name), quantities, lines.map(({ price = 0 }) => price)],
  )
  return id
}
