import { sql } from 'kysely'
import { transaction } from '#platform/db/connect.ts'
import type { Db, Tx } from '#platform/db/tables.ts'

/** Counts days by this time zone from now on. Where they were counted by another, the sums by days are made anew. */
export const saveTimeZone = async (db: Db, timeZone: string): Promise<void> => {
  if ((await zoneOf(db)) === timeZone) return
  await transaction(db, async (tx) => {
    // Nobody's order is counted by the one zone while sums are made by the other.
    await sql`lock table sales_order in share row exclusive mode`.execute(tx)
    if ((await zoneOf(tx)) === timeZone) return
    await sql`update business_calendar set time_zone = ${timeZone}`.execute(tx)
    await sql`delete from sales_pending where ${byDays}`.execute(tx)
    await sql`delete from sales_rollup where ${byDays}`.execute(tx)
    await sql`
      insert into sales_rollup (scope, key, period, orders, sales, pieces)
      select scope, key, period, sum(orders), sum(sales), sum(pieces) from order_figure
      where ${byDays} group by scope, key, period`.execute(tx)
    await sql`update sales_compaction set version = version + 1`.execute(tx)
  })
}

const byDays = sql`scope in ('day', 'customer', 'product')`

const zoneOf = async (db: Db | Tx): Promise<string | undefined> => {
  const { rows } = await sql<{ zone: string }>`select business_zone() as zone`.execute(db)
  return rows[0]?.zone
}
