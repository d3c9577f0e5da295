import { sql } from 'kysely'
import { hasCustomers } from '#customers/business/has-customers.ts'
import { transaction } from '#platform/db/connect.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { refreshHabits } from './compute-habits.ts'

/** With fewer businesses, a suggestion could reveal who they are. */
const fewestBusinesses = 5
const latestOrders = 20
const regularsEach = 25
const relativesEach = 8
const assortmentEach = 60

/** Recomputes which products the same businesses order regularly, and which are ordered with which type of license. */
export const relateProducts = async (db: Db): Promise<void> => {
  await transaction(db, async (tx) => {
    // Runs in steps, because a single statement would exceed the statement timeout. New tables have no statistics for
    // the planner, so each one is analyzed.
    await sql`set local statement_timeout = '2min'`.execute(tx)
    await collectLatest(tx)
    await collectRegulars(tx)
    await relateByRegulars(tx)
    await relateByLicense(tx)
    await sql`drop table pg_temp.regular, pg_temp.latest`.execute(tx)
  })
  // After the transaction, because dashboards opened meanwhile would wait for it.
  await refreshHabits(db)
}

/** Products of recent orders, one row per product and order. */
const collectLatest = async (tx: Tx): Promise<void> => {
  await sql`
    create temporary table latest on commit drop as
    select distinct business.id as business, license.type as license_type, recent.id as order_id, line.product_id
    from business
    join license on license.business_id = business.id and place = 1
    cross join lateral (
      select id from sales_order
      where business_id = business.id and deleted_at is null and not is_cancelled
        and created_at > now() - interval '1 year'
      order by created_at desc limit ${sql.lit(latestOrders)}
    ) recent
    join order_line line on line.order_id = recent.id
    where ${hasCustomers} and line.product_id is not null and line.quantity > line.cancelled_quantity`.execute(tx)
  await sql`analyze pg_temp.latest`.execute(tx)
}

/** A product is regular if it is in at least two of the latest twenty orders of the last year. */
const collectRegulars = async (tx: Tx): Promise<void> => {
  await sql`
    create temporary table regular on commit drop as
    select business, product_id from (
      select business, product_id, row_number() over (partition by business order by count(*) desc, product_id) as place
      from latest group by business, product_id having count(*) > 1
    ) placed where place <= ${sql.lit(regularsEach)}`.execute(tx)
  await sql`analyze pg_temp.regular`.execute(tx)
}

const relateByRegulars = async (tx: Tx): Promise<void> => {
  await sql`delete from product_affinity`.execute(tx)
  await sql`
    insert into product_affinity (product_id, other_id, businesses)
    with spread as (
      select product_id, count(*) as businesses from regular group by product_id having count(*) >= ${fewestBusinesses}
    ), common as materialized (
      select regular.* from regular join spread using (product_id)
    ), pair as (
      select one.product_id, other.product_id as other_id, count(*) as businesses
      from common one join common other on other.business = one.business and other.product_id <> one.product_id
      group by one.product_id, other.product_id having count(*) >= ${fewestBusinesses}
    ), ranked as (
      select pair.*, row_number() over (
        partition by pair.product_id order by pair.businesses / sqrt(spread.businesses) desc, pair.other_id
      ) as place
      from pair join spread on spread.product_id = pair.other_id
    )
    select product_id, other_id, businesses from ranked where place <= ${relativesEach}`.execute(tx)
}

const relateByLicense = async (tx: Tx): Promise<void> => {
  await sql`delete from license_assortment`.execute(tx)
  await sql`
    insert into license_assortment (license_type, product_id, businesses)
    with spread as (
      select license_type, product_id, count(distinct business) as businesses from latest
      where license_type <> '' group by license_type, product_id having count(distinct business) >= ${fewestBusinesses}
    ), ranked as (
      select spread.*, row_number() over (partition by license_type order by businesses desc, product_id) as place
      from spread
    )
    select license_type, product_id, businesses from ranked where place <= ${assortmentEach}`.execute(tx)
}
