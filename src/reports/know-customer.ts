import { type RawBuilder, sql } from 'kysely'
import { prepareStatement } from '#server/db/prepare-statement.ts'
import type { OpenOrder } from './contract.ts'

const openShown = 6
/** Some of them are not sold any more. */
const favouritesKnown = 36

interface Asked {
  id: string
  /** The first month whose sales are told. */
  since: string
  /** These months, and every year. */
  periods: readonly string[]
}

interface Known {
  id: string
  license_expiry_date: string | null
  invoices: number
  orders: number
  spend: { month: string; amount: number }[] | null
  open_count: number
  open: (Omit<OpenOrder, 'createdAt'> & { createdAt: string })[] | null
  favourites: string[] | null
}

/**
 * What is told of a customer by itself, in one question. His own orders are those for him, those he placed for others,
 * and those typed in the ERP for his account (as in #orders/own-orders.ts): three conditions, each with an index, which
 * together had none. The sums know how many there are of the first.
 */
export const knowCustomer = prepareStatement((_db, { id, since, periods }: Asked) => {
  const forHim = sql`user_id = person.id`
  const forOthers = sql`placed_by = person.id and placed_by is not null and placed_by is distinct from user_id`
  const forAccount = sql`user_id is null and placed_by is distinct from person.id and person.account <> ''
    and ltrim(bill_to_party_id, '0') = person.account`
  const isOpen = sql`order_status_sap is distinct from '3' and not is_cancelled`
  const open = (whose: RawBuilder<unknown>) => sql`
    select own.* from person, lateral (
      select id, erp_id, order_status_sap, erp_state, purchase_order, total_price, created_at
      from sales_order where ${whose} and ${isOpen} and deleted_at is null
    ) own`
  return sql<Known>`
    with person as materialized (
      select id, license_expiry_date, ltrim(trim(account_id), '0') as account
      from user_account where id = ${id}::uuid and deleted_at is null
    ), figure as materialized (
      select period, orders, sales from sales_tally
      where scope = 'customer' and key = ${id}::uuid::text and period = any(${periods}::text[])
      union all
      select period, orders, sales from sales_delta
      where scope = 'customer' and key = ${id}::uuid::text and period = any(${periods}::text[])
    ), typed as materialized (
      select to_char(created_at at time zone 'UTC', 'YYYY-MM') as period, total_price
      from person, lateral (
        select created_at, total_price from sales_order where ${forAccount} and deleted_at is null
      ) own
    ), open as materialized (
      select * from (${open(forHim)} union all ${open(forOthers)} union all ${open(forAccount)}) own
    )
    select person.id, license_expiry_date,
      case when account = '' then 0 else
        (select count(*)::int from invoice where ltrim(party_id, '0') = account)
        + (select count(*)::int from invoice
          where ltrim(buyer_party_id, '0') = account and ltrim(buyer_party_id, '0') <> ltrim(party_id, '0'))
        + (select count(*)::int from invoice
          where ltrim(payer_party_id, '0') = account and ltrim(payer_party_id, '0') <> ltrim(party_id, '0')
            and ltrim(payer_party_id, '0') <> ltrim(buyer_party_id, '0'))
      end as invoices,
      (select coalesce(sum(orders), 0) from figure where length(period) = 4)
        + (select count(*) from typed)
        + (select count(*) from sales_order where ${forOthers} and deleted_at is null) as orders,
      (select json_agg(json_build_object('month', period, 'amount', amount)) from (
        select period, sum(sales) as amount from (
          select period, sales from figure where length(period) = 7 and period >= ${since}
          union all select period, total_price from typed where period >= ${since}
        ) spent group by period
      ) month) as spend,
      (select count(*)::int from open) as open_count,
      (select json_agg(json_build_object('_id', id, 'orderIdSap', erp_id, 'orderStatusSap', order_status_sap,
          'handOver', erp_state, 'purchaseOrder', purchase_order, 'totalPrice', total_price, 'createdAt', created_at)
          order by created_at desc, id)
        from (select * from open order by created_at desc, id limit ${sql.lit(openShown)}) latest) as open,
      (select json_agg(product_id order by created_at desc, product_id) from (
        select product_id, created_at from favourite where user_id = person.id
        order by created_at desc, product_id limit ${sql.lit(favouritesKnown)}
      ) liked) as favourites
    from person`
})
