import { sql } from 'kysely'
import { transaction } from '#server/db/connect.ts'
import type { Db } from '#server/db/tables.ts'
import { noteCatalogueChange } from './note-change.ts'

const rowsAtOnce = 5_000

/** Brings every product's count of the orders of the last twelve months up to date; returns how many changed. */
export const countPurchases = async (db: Db): Promise<number> => {
  let counted = 0
  for (;;) {
    const changed = await countSome(db)
    counted += changed
    if (changed < rowsAtOnce) return counted
  }
}

/** Locked in id order, as orders lock. */
const countSome = (db: Db): Promise<number> =>
  transaction(db, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      with bought as (
        select key, sum(orders)::int as orders from sales_figure
        where scope = 'product' and period like '____-__'
          and period > to_char(now() at time zone 'UTC' - interval '1 year', 'YYYY-MM')
        group by key
      ), stale as (
        select product.id, coalesce(bought.orders, 0) as orders
        from product left join bought on bought.key = product.id::text
        where product.deleted_at is null and product.times_bought <> coalesce(bought.orders, 0)
        order by product.id limit ${rowsAtOnce}
      ), locked as (
        select id from product where id in (select id from stale) order by id for update
      )
      update product set times_bought = stale.orders
      from stale join locked using (id) where product.id = stale.id
      returning product.id`.execute(tx)
    if (rows.length > 0)
      await noteCatalogueChange(
        tx,
        rows.map(({ id }) => id),
      )
    return rows.length
  })
