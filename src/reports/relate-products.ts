import { sql } from 'kysely'
import { transaction } from '#server/db/connect.ts'
import type { Db, Tx } from '#server/db/tables.ts'

/** Fewer businesses than this could be recognised in a suggestion. */
const fewestBusinesses = 5
const latestOrders = 20
const regularsEach = 25
const relativesEach = 8
const assortmentEach = 60

/** What businesses ordered lately. They are told apart by their ERP account, so that two people of one count once. */
const latest = sql`
  latest as materialized (
        select coalesce(nullif(ltrim(customer.account_id, '0'), ''), customer.id::text) as business,
          customer.license_type, recent.id
        from user_account customer
        cross join lateral (
          select id from sales_order
          where user_id = customer.id and deleted_at is null and created_at > now() - interval '1 year'
          order by created_at desc limit ${latestOrders}
        ) recent
        where customer.is_active and customer.deleted_at is null
      )`

/** Finds anew which products the same businesses order regularly, and which are ordered with which kind of licence. */
export const relateProducts = (db: Db): Promise<void> =>
  transaction(db, async (tx) => {
    await relateByRegulars(tx)
    await relateByLicence(tx)
  })

/** Regular is what is in at least two of the latest twenty orders of the last year. */
const relateByRegulars = async (tx: Tx): Promise<void> => {
  await sql`delete from product_affinity`.execute(tx)
  await sql`
      insert into product_affinity (product_id, other_id, businesses)
      with ${latest}, bought as (
        select latest.business, line.product_id, count(distinct line.order_id) as orders
        from latest join order_line line on line.order_id = latest.id
        where line.product_id is not null
        group by latest.business, line.product_id having count(distinct line.order_id) > 1
      ), regular as materialized (
        select business, product_id from (
          select business, product_id, row_number() over (partition by business order by orders desc, product_id) as place
          from bought
        ) placed where place <= ${regularsEach}
      ), spread as (
        select product_id, count(*) as businesses from regular group by product_id
      ), pair as (
        select one.product_id, other.product_id as other_id, count(*) as businesses
        from regular one join regular other on other.business = one.business and other.product_id <> one.product_id
        group by one.product_id, other.product_id having count(*) >= ${fewestBusinesses}
      ), ranked as (
        select pair.*, row_number() over (
          partition by pair.product_id order by pair.businesses / sqrt(spread.businesses) desc, pair.other_id
        ) as place
        from pair join spread on spread.product_id = pair.other_id
      )
      select product_id, other_id, businesses from ranked where place <= ${relativesEach}`.execute(tx)
}

const relateByLicence = async (tx: Tx): Promise<void> => {
  await sql`delete from licence_assortment`.execute(tx)
  await sql`
    insert into licence_assortment (license_type, product_id, businesses)
    with ${latest}, spread as (
      select latest.license_type, line.product_id, count(distinct latest.business) as businesses
      from latest join order_line line on line.order_id = latest.id
      where line.product_id is not null and latest.license_type <> ''
      group by latest.license_type, line.product_id having count(distinct latest.business) >= ${fewestBusinesses}
    ), ranked as (
      select spread.*, row_number() over (partition by license_type order by businesses desc, product_id) as place
      from spread
    )
    select license_type, product_id, businesses from ranked where place <= ${assortmentEach}`.execute(tx)
}
