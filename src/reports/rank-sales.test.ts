import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { startTestPortal } from '#portal/testing.ts'
import { topCustomers } from './rank-sales.ts'

const { db } = await startTestPortal()

/** One business per figure, each with one user of the same id. */
const addBusinesses = async () => {
  await sql`
    insert into business (id, status) select distinct key::uuid, 'active' from sales_figure on conflict do nothing`.execute(
    db,
  )
  await sql`
    insert into user_account (id, business_id, email, name) select id, id, id || '@test.example', 'A' from business
    on conflict do nothing`.execute(db)
}

const ranked = async (year: number) => {
  const { rows } = await sql`
    select key as _id, sum(sales) as sales, sum(orders)::int as orders from sales_figure
    where scope = 'customer' and period = ${String(year)}
    group by key having sum(orders) > 0 order by sales desc, key limit 5`.execute(db)
  return rows
}

it('ranks like a full sum after any change since the compaction', async () => {
  for (const [at, { shares, most }] of [
    { shares: 0.05, most: 400 },
    { shares: 0.5, most: 4_000 },
    { shares: 1, most: 100 },
    { shares: 0, most: 0 },
  ].entries()) {
    const year = 2010 + at
    await sql`
      insert into sales_rollup (scope, key, period, orders, sales, pieces)
      select 'customer', gen_random_uuid()::text, ${String(year)}, n % 7, (n % 7) * n / 2, n
      from generate_series(1, 400) n`.execute(db)
    await sql`
      insert into sales_pending (scope, key, period, orders, sales, pieces)
      select 'customer', key, period, 1, round((random() * ${most}::int)::numeric, 2), 1
      from sales_rollup where period = ${String(year)} and random() < ${shares}::float8`.execute(db)
    // The largest lose everything, and new ones appear.
    await sql`
      insert into sales_pending (scope, key, period, orders, sales, pieces)
      select 'customer', key, period, -orders, -sales, -pieces from sales_rollup
      where period = ${String(year)} and ${shares}::float8 > 0 order by sales desc limit 120`.execute(db)
    await sql`
      insert into sales_pending (scope, key, period, orders, sales, pieces)
      select 'customer', gen_random_uuid()::text, ${String(year)}, 1, round((random() * ${most}::int)::numeric, 2), 1
      from generate_series(1, 50)`.execute(db)
    await addBusinesses()
    const found = await topCustomers(db, year, 'America/New_York')
    assert.deepEqual(
      found.map(({ _id, sales, orders }) => ({ _id, sales, orders })),
      await ranked(year),
      String(year),
    )
    assert.equal(found.length, 5)
  }
})
