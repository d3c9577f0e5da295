import { sql } from 'kysely'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Db } from '#platform/db/tables.ts'

const maxBatch = 20_000

/** Moves pending figures into the rollup, atomically for readers, and notes their days for the breakdowns. Returns the number of rows moved. */
export const compactSales = async (db: Db): Promise<number> => {
  let compacted = 0
  for (;;) {
    const count = (await compactSome(db, {}))[0]?.count ?? 0
    compacted += count
    if (count < maxBatch) return compacted
  }
}

/** One upper id instead of a list: after a compaction the planner would compare every row with every id. */
const compactSome = prepareStatement(
  () => sql<{ count: number }>`
    with taken as (
      delete from sales_pending where id <= coalesce(
        (select id from sales_pending order by id offset ${maxBatch - 1} limit 1),
        'ffffffff-ffff-ffff-ffff-ffffffffffff'
      ) returning *
    ), compacted as (
      insert into sales_rollup as rollup (scope, key, period, orders, sales, pieces)
      select scope, key, period, sum(orders), sum(sales), sum(pieces) from taken
      group by scope, key, period order by scope, key, period
      on conflict (scope, key, period) do update set
        orders = rollup.orders + excluded.orders,
        sales = rollup.sales + excluded.sales,
        pieces = rollup.pieces + excluded.pieces
    ), outdated as (
      insert into sales_recount (day) select distinct period from taken where scope = 'day' order by period
      on conflict do nothing
    ), noted as (
      update sales_compaction set version = version + 1 where exists (select from taken)
    )
    select count(*)::int as count from taken`,
)
