import { type RawBuilder, sql } from 'kysely'
import { prepareStatement } from '#server/db/prepare-statement.ts'
import type { OpenOrder } from './contract.ts'
import { asPerson, figuresIn, forAccount, type Habits, stampOf } from './keep-habits.ts'
import { type Offers, offersFor } from './offer-products.ts'

const openShown = 6
/** Some of them are not sold any more. */
const favouritesKnown = 36

interface Asked {
  id: string
  /** The first month whose sales are told. */
  since: string
  /** The months since then and 'always', as an array's text. */
  periods: string
}

interface Known {
  license_expiry_date: string | null
  invoices: number
  orders: number
  spend: { month: string; amount: number }[] | null
  open_count: number
  open: (Omit<OpenOrder, 'createdAt'> & { createdAt: string })[] | null
  favourites: string[] | null
  /** Null when they were not made, or of other orders. */
  habits: Habits | null
  /** What can be ordered of the favourites and of what the habits name. */
  offers: Offers
}

/**
 * All that is told of a customer, in one question. His own orders are those for him, those he placed for others,
 * and those typed in the ERP for his account (as in #orders/own-orders.ts): three conditions, each with an index, which
 * together had none. The sums know how many there are of the first.
 */
export const knowCustomer = prepareStatement((_db, { id, since, periods }: Asked) => {
  const forOthers = sql`placed_by = person.id and placed_by is not null and placed_by is distinct from user_id`
  const isOpen = sql`order_status_sap is distinct from '3' and not is_cancelled`
  const shown = sql`id, erp_id, order_status_sap, erp_state, purchase_order, total_price, created_at`
  const open = (whose: RawBuilder<unknown>) => sql`
    select own.* from person, lateral (
      select ${shown} from sales_order where ${whose} and ${isOpen} and deleted_at is null
    ) own`
  return sql<Known>`
    with person as materialized (
      select ${asPerson} from user_account where id = ${id}::uuid and deleted_at is null
    ), figure as materialized (
      select own.* from person, lateral (${figuresIn(sql`${periods}::text[]`)}) own
    ), typed as materialized (
      select own.* from person, lateral (
        select id, created_at, total_price, ${isOpen} as is_open from sales_order where ${forAccount}
      ) own
    ), open as materialized (
      ${open(sql`user_id = person.id`)} union all ${open(forOthers)}
      union all
      select own.* from typed, lateral (select ${shown} from sales_order where id = typed.id offset 0) own where is_open
    ), liked as materialized (
      select product_id, created_at from favourite where user_id = ${id}::uuid
      order by created_at desc, product_id limit ${sql.lit(favouritesKnown)}
    ), habit as materialized (
      select habits, product_ids from person join customer_habit kept
        on kept.user_id = person.id and kept.stamp = ${stampOf(sql`figure`, sql`typed`)}
    )
    select license_expiry_date,
      case when account = '' then 0 else
        (select count(*)::int from invoice where ltrim(party_id, '0') = account)
        + (select count(*)::int from invoice
          where ltrim(buyer_party_id, '0') = account and ltrim(buyer_party_id, '0') <> ltrim(party_id, '0'))
        + (select count(*)::int from invoice
          where ltrim(payer_party_id, '0') = account and ltrim(payer_party_id, '0') <> ltrim(party_id, '0')
            and ltrim(payer_party_id, '0') <> ltrim(buyer_party_id, '0'))
      end as invoices,
      (select coalesce(sum(orders), 0) from figure where period = 'always')
        + (select count(*) from typed)
        + (select count(*) from sales_order where ${forOthers} and deleted_at is null) as orders,
      (select json_agg(json_build_object('month', period, 'amount', amount)) from (
        select period, sum(sales) as amount from (
          select period, sales from figure where length(period) = 7
          union all
          select to_char(created_at at time zone 'UTC', 'YYYY-MM'), total_price from typed
          where created_at >= (${since}::text || '-01')::timestamp at time zone 'UTC'
        ) spent group by period
      ) month) as spend,
      (select count(*)::int from open) as open_count,
      (select json_agg(json_build_object('_id', id, 'orderIdSap', erp_id, 'orderStatusSap', order_status_sap,
          'handOver', erp_state, 'purchaseOrder', purchase_order, 'totalPrice', total_price, 'createdAt', created_at)
          order by created_at desc, id)
        from (select * from open order by created_at desc, id limit ${sql.lit(openShown)}) latest) as open,
      (select json_agg(product_id order by created_at desc, product_id) from liked) as favourites,
      (select habits from habit) as habits,
      ${offersFor(sql`${id}::uuid`, sql`array(select product_id from liked) || (select product_ids from habit)`)} as offers
    from person`
})
