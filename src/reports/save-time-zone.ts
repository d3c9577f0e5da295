import { sql } from 'kysely'
import { transaction } from '#platform/db/connect.ts'
import type { Db, Tx } from '#platform/db/tables.ts'

/** Sets the time zone that days are counted in, and rebuilds the daily figures if it changed. */
export const saveTimeZone = async (db: Db, timeZone: string): Promise<void> => {
  if ((await zoneOf(db)) === timeZone) return
  await transaction(db, async (tx) => {
    // The lock keeps orders from being counted in the old zone while the figures are rebuilt.
    await sql`lock table sales_order in share row exclusive mode`.execute(tx)
    if ((await zoneOf(tx)) === timeZone) return
    await sql`update business_calendar set time_zone = ${timeZone}`.execute(tx)
    await sql`delete from sales_pending where ${byDays}`.execute(tx)
    await sql`delete from sales_rollup where ${byDays}`.execute(tx)
    await sql`
      insert into sales_rollup (scope, key, period, orders, sales, pieces)
      select scope, key, period, sum(orders), sum(sales), sum(pieces) from order_figure
      where ${byDays} group by scope, key, period`.execute(tx)
    await sql`delete from sales_breakdown`.execute(tx)
    await sql`
      insert into sales_recount (day) select period from sales_rollup where scope = 'day'
      on conflict do nothing`.execute(tx)
    await sql`update sales_compaction set version = version + 1`.execute(tx)
  })
}

const byDays = sql`scope in ('day', 'customer', 'product')`

const zoneOf = async (db: Db | Tx): Promise<string | undefined> => {
  const { rows } = await sql<{ zone: string }>`select business_zone() as zone`.execute(db)
  return rows[0]?.zone
}
