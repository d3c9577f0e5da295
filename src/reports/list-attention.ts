import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Db } from '#server/db/tables.ts'
import type { Attention } from './contract.ts'

type List = z.input<typeof Attention>

const shown = 5
const licenceDays = 30
/** Only what sells is missed when it is sold out. */
const bestSellers = 300

/** What waits for a person, each list by its most urgent. */
export const listAttention = async (db: Db, timeZone: string): Promise<List> => {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date())
  const [waitingCustomers, failed, held, licences, soldOut] = await Promise.all([
    waitingCustomersOf(db),
    stuckOrders(db, ['rejected', 'conflict', 'unknown']),
    stuckOrders(db, ['held']),
    endingLicences(db, today),
    missedProducts(db),
  ])
  return { waitingCustomers, failed, held, licences, soldOut }
}

const waitingCustomersOf = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from user_account
    where not is_active and not is_admin and not is_sales_rep and deleted_at is null`.execute(db)
  return rows[0]?.count ?? 0
}

type Stuck = List['failed']['orders'][number]

const stuckOrders = async (db: Db, states: string[]): Promise<List['failed']> => {
  const { rows } = await sql<Stuck & { count: number }>`
    select stuck.id as _id, stuck.erp_state as state, stuck.total_price as "totalPrice",
      stuck.created_at as "createdAt", coalesce(customer.company_name, '') as "companyName", stuck.count
    from (
      select id, user_id, erp_state, total_price, created_at, count(*) over ()::int as count
      from sales_order
      where erp_state not in ('linked') and erp_state = any(${states}) and deleted_at is null
      order by created_at, id limit ${shown}
    ) stuck
    left join user_account customer on customer.id = stuck.user_id
    order by stuck.created_at, stuck.id`.execute(db)
  return { count: rows[0]?.count ?? 0, orders: rows }
}

const endingLicences = async (db: Db, today: string): Promise<List['licences']> => {
  const { rows } = await sql<List['licences']['customers'][number] & { count: number; unknown: number }>`
    with customer as (
      select id, license_expiry_date as day from user_account
      where is_active and not is_admin and not is_sales_rep and deleted_at is null
    ), ending as (
      select id, day, count(*) over ()::int as count from customer
      where day <= ${today}::date + ${licenceDays}::int order by day, id limit ${shown}
    ), missing as (
      select count(*)::int as unknown from customer where day is null
    )
    select missing.unknown, coalesce(ending.count, 0) as count, ending.id as _id, user_account.company_name as "companyName",
      ending.day, ending.day - ${today}::date as "daysLeft"
    from missing left join ending on true left join user_account on user_account.id = ending.id
    order by ending.day, ending.id`.execute(db)
  const [first] = rows
  return {
    count: first?.count ?? 0,
    unknown: first?.unknown ?? 0,
    customers: first?.count ? rows : [],
  }
}

/** Stocked products without stock among those that sold best this month and last, as far as it is folded. */
const missedProducts = async (db: Db): Promise<List['soldOut']> => {
  const { rows } = await sql<List['soldOut']['products'][number] & { count: number }>`
    with month as (
      select to_char((now() at time zone 'UTC') - make_interval(months => ago), 'YYYY-MM') as period
      from generate_series(0, 1) ago
    ), sold as materialized (
      select best.key, sum(best.pieces) as pieces
      from month cross join lateral (
        select key, pieces from sales_tally
        where scope = 'product' and sales_tally.period = month.period and pieces > 0
        order by pieces desc, key limit ${bestSellers}
      ) best
      group by best.key
    )
    select product.id as _id, name, ndc_number as "ndcNumber", sold.pieces::float8 as pieces,
      count(*) over ()::int as count
    from sold join product on product.id = sold.key::uuid
    where count_in_stock = 0 and not is_non_stocked and is_published and deleted_at is null
    order by sold.pieces desc, product.id limit ${shown}`.execute(db)
  return { count: rows[0]?.count ?? 0, products: rows }
}
