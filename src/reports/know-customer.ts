import { type RawBuilder, sql } from 'kysely'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { OpenOrder } from './contract.ts'
import {
  asPerson,
  figuresIn,
  forAccount,
  type Habits,
  stampOfFigures,
  stampOfTyped,
} from '#recommendations/keep-habits.ts'
import { type Offers, offersFor } from '#recommendations/offer-products.ts'

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

export interface Known {
  license_expiry_date: string | null
  invoices: number
  orders: number
  /** Sums column by column, that of all times among them; a month may be told several times. */
  months: string[] | null
  amounts: number[] | null
  open_count: number
  open: (Omit<OpenOrder, 'createdAt'> & { createdAt: string })[] | null
  favourites: string[]
  /** Null when they were not made, or of other orders. */
  habits: Habits | null
  /** What can be ordered of the favourites and of what the habits name. */
  offers: Offers
}

/**
 * All that is told of a customer, in one question. His own orders are those for him, those he placed for others,
 * and those typed in the ERP for his account (as in orders/history/own-orders.ts): three conditions, each with an index, which
 * together had none. The sums know how many there are of the first.
 */
export const knowCustomer = prepareStatement((_db, { id, since, periods }: Asked) => {
  const person = sql`${id}::uuid`
  const forOthers = sql`placed_by = ${person} and placed_by is not null and placed_by is distinct from user_id`
  const isOpen = sql`order_status_sap is distinct from '3' and not is_cancelled`
  const shown = sql`id, erp_id, order_status_sap, erp_state, purchase_order, total_price, created_at`
  const open = (whose: RawBuilder<unknown>) => sql`
    select ${shown} from sales_order where ${whose} and ${isOpen} and deleted_at is null`
  const isRecent = sql`created_at >= (${since}::text || '-01')::timestamp at time zone 'UTC'`
  return sql<Known>`
    with person as materialized (
      select ${asPerson} from account where id = ${person} and deleted_at is null
    ), figures as materialized (
      select coalesce(sum(orders) filter (where period = 'always'), 0) as orders, ${stampOfFigures} as stamp,
        array_agg(period) as months, array_agg(sales) as amounts
      from (${figuresIn(sql`${periods}::text[]`, person)}) figure
    ), typed as materialized (
      select own.* from person, lateral (
        select id, created_at, total_price, ${isOpen} as is_open from sales_order where ${forAccount}
      ) own
    ), typed_figures as materialized (
      select count(*) as orders, ${stampOfTyped} as stamp,
        array_agg(to_char(created_at at time zone 'UTC', 'YYYY-MM')) filter (where ${isRecent}) as months,
        array_agg(total_price) filter (where ${isRecent}) as amounts
      from typed
    ), open as materialized (
      ${open(sql`user_id = ${person}`)} union all ${open(forOthers)}
      union all
      select own.* from typed, lateral (select ${shown} from sales_order where id = typed.id offset 0) own where is_open
    ), liked as materialized (
      select array(
        select product_id from favourite where user_id = ${person}
        order by created_at desc, product_id limit ${sql.lit(favouritesKnown)}
      ) as ids
    ), habit as materialized (
      select habits, product_ids from person, figures, typed_figures, customer_habit
      where user_id = person.id
        and customer_habit.stamp = concat_ws(' ', figures.stamp, typed_figures.stamp, license_type)
    ), wanted as materialized (
      select (select ids from liked) || (select product_ids from habit) as ids
    )
    select license_expiry_date,
      case when account = '' then 0 else (
        select count(*)::int from (
          select from invoice where party_id = account
          union all
          select from invoice
          where buyer_party_id = account and buyer_party_id <> party_id
          union all
          select from invoice
          where payer_party_id = account and payer_party_id <> party_id
            and payer_party_id <> buyer_party_id
        ) naming
      ) end as invoices,
      figures.orders + typed_figures.orders
        + (select count(*) from sales_order where ${forOthers} and deleted_at is null) as orders,
      to_json(figures.months || typed_figures.months) as months,
      to_json(figures.amounts || typed_figures.amounts) as amounts,
      (select count(*)::int from open) as open_count,
      (select json_agg(json_build_object('_id', id, 'orderIdSap', erp_id, 'orderStatusSap', order_status_sap,
          'handOver', erp_state, 'purchaseOrder', purchase_order, 'totalPrice', total_price, 'createdAt', created_at)
          order by created_at desc, id)
        from (select * from open order by created_at desc, id limit ${sql.lit(openShown)}) latest) as open,
      (select to_json(ids) from liked) as favourites,
      (select habits from habit) as habits,
      ${offersFor(sql`(select business_id from person)`, sql`(select ids from wanted)::uuid[]`)} as offers
    from person, figures, typed_figures`
})
