import { type RawBuilder, sql } from 'kysely'
import { setsOfInvoices, setsOfOwnOrders } from '#businesses/own-records.ts'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { OpenOrder } from './contract.ts'
import { figuresIn, type Habits, stampOfFigures } from '#recommendations/keep-habits.ts'
import { type Offers, offersFor } from '#recommendations/offer-products.ts'

const openShown = 6
/** Some of them are not sold any more. */
const favouritesKnown = 36

interface Asked {
  id: string
  /** The months whose sales are told and 'always', as an array's text. */
  periods: string
}

export interface Known {
  business_id: string | null
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
 * All that is told of a customer, in one question: his business's orders, invoices and habits, what he placed for others,
 * and his own favourites. The sums know how many orders the business has.
 */
export const knowCustomer = prepareStatement((_db, { id, periods }: Asked) => {
  const person = sql`${id}::uuid`
  const business = sql`(select business_id from person)`
  const { ofBusiness, placedForOthers } = setsOfOwnOrders(person, business)
  const isOpen = sql`order_status_sap is distinct from '3' and not is_cancelled`
  const shown = sql`id, erp_id, order_status_sap, erp_state, purchase_order, total_price, created_at`
  const open = (whose: RawBuilder<unknown>) => sql`
    select ${shown} from sales_order where ${whose} and ${isOpen} and deleted_at is null`
  const naming = setsOfInvoices(sql`account`).map((whose) => sql`select from invoice where ${whose}`)
  return sql<Known>`
    with person as materialized (
      select user_account.business_id, expires_on as license_expiry_date, license.type as license_type,
        coalesce(account_number, '') as account
      from user_account
      left join business on business.id = user_account.business_id
      left join license on license.business_id = business.id and place = 1
      where user_account.id = ${person} and user_account.deleted_at is null
    ), figures as materialized (
      select coalesce(sum(orders) filter (where period = 'always'), 0) as orders, ${stampOfFigures} as stamp,
        to_json(array_agg(period)) as months, to_json(array_agg(sales)) as amounts
      from (${figuresIn(sql`${periods}::text[]`, business)}) figure
    ), open as materialized (
      ${open(ofBusiness)} union all ${open(placedForOthers)}
    ), liked as materialized (
      select array(
        select product_id from favourite where user_id = ${person}
        order by created_at desc, product_id limit ${sql.lit(favouritesKnown)}
      ) as ids
    ), habit as materialized (
      select habits, product_ids from person join customer_habit using (business_id), figures
      where customer_habit.stamp = concat_ws(' ', figures.stamp, license_type)
    ), wanted as materialized (
      select (select ids from liked) || (select product_ids from habit) as ids
    )
    select business_id, license_expiry_date,
      case when account = '' then 0 else (
        select count(*)::int from (${sql.join(naming, sql` union all `)}) naming
      ) end as invoices,
      figures.orders + (select count(*) from sales_order where ${placedForOthers} and deleted_at is null) as orders,
      months, amounts,
      (select count(*)::int from open) as open_count,
      (select json_agg(json_build_object('_id', id, 'orderIdSap', erp_id, 'orderStatusSap', order_status_sap,
          'handOver', erp_state, 'purchaseOrder', purchase_order, 'totalPrice', total_price, 'createdAt', created_at)
          order by created_at desc, id)
        from (select * from open order by created_at desc, id limit ${sql.lit(openShown)}) latest) as open,
      (select to_json(ids) from liked) as favourites,
      (select habits from habit) as habits,
      ${offersFor(business, sql`(select ids from wanted)::uuid[]`)} as offers
    from person, figures`
})
