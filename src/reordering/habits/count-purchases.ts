import { sql } from 'kysely'
import { transaction } from '#platform/db/connect.ts'
import type { Db } from '#platform/db/tables.ts'
import { noteCatalogChange } from '#catalog/note-change.ts'
import { latestMonths } from './compute-habits.ts'

const rowsAtOnce = 5_000

/** Updates every product's number of orders in the last twelve months; returns how many products changed. */
export const countPurchases = async (db: Db, today: string): Promise<number> => {
  const stale = await findStale(db, today)
  for (let from = 0; from < stale.length; from += rowsAtOnce) await correct(db, stale.slice(from, from + rowsAtOnce))
  return stale.length
}

interface Stale {
  id: string
  orders: number
}

/** Finds all of them in one scan of the sales figures. */
const findStale = async (db: Db, today: string): Promise<Stale[]> => {
  const { rows } = await sql<Stale>`
    with bought as (
      select key, sum(orders)::int as orders from sales_figure
      where scope = 'product' and period = any(${latestMonths(12, today)}::text[])
      group by key
    )
    select product.id, coalesce(bought.orders, 0) as orders
    from product left join bought on bought.key = product.id::text
    where product.deleted_at is null and product.times_bought <> coalesce(bought.orders, 0)
    order by product.id`.execute(db)
  return rows
}

/** Locks in id order, like orders. */
const correct = (db: Db, stale: Stale[]): Promise<void> =>
  transaction(db, async (tx) => {
    const ids = stale.map(({ id }) => id)
    await sql`
      with locked as (select id from product where id = any(${ids}::uuid[]) order by id for update)
      update product set times_bought = stale.orders
      from unnest(${ids}::uuid[], ${stale.map(({ orders }) => orders)}::integer[]) as stale (id, orders)
      join locked using (id) where product.id = stale.id`.execute(tx)
    await noteCatalogChange(tx, ids)
  })
