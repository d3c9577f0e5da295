import { type RawBuilder, sql } from 'kysely'
import { bound } from '#platform/db/conditions.ts'

export interface PriceRow {
  product_id: string
  /** Null where the contract that decides begins with a larger quantity: the list price is paid. */
  price: number | null
  /** Null for what the business alone pays until further notice. */
  price_list_id: string | null
  from_quantity: number
  percent_off: number | null
}

interface Params {
  businessId: RawBuilder<unknown>
  /** A day where the wholesaler is: the lists that hold then. */
  day: RawBuilder<unknown>
  /** Of each product; one where nothing is said. */
  quantity?: RawBuilder<unknown>
  /** Only of this product, which is a column of the statement: to be joined laterally. */
  productId?: RawBuilder<unknown>
}

/**
 * What a business pays instead of the list price, as a table of products in a statement. Whoever asks in another way asks
 * by this: what a buyer sees in a listing must be what his order costs.
 *
 * Its own price goes before every list; of the lists that hold, the first that names the product decides alone, in the
 * order of `activeLists`. Within it the largest quantity counts that is reached, and below the smallest the list price.
 */
export const contractPriceRows = ({
  businessId,
  day,
  quantity = sql`1`,
  productId,
}: Params): RawBuilder<PriceRow> => sql<PriceRow>`(
    select distinct on (product_id) product_id, price_list_id, from_quantity, percent_off,
      case when from_quantity > ${quantity} then null
        else ${entryAmount} end as price
    from (
      select product_id, 0 as place, null::uuid as price_list_id, 1 as from_quantity, price, null::numeric as percent_off
      from contract_price where business_id = ${businessId} and list = 'general' ${only(productId)}
      union all
      select product_id, held.place, price_list_id, from_quantity, price, percent_off
      from unnest(${activeLists({ businessId, day })}) with ordinality as held (id, place)
      join price_entry on price_entry.price_list_id = held.id ${only(productId)}
    ) entry
    order by product_id, place, from_quantity > ${quantity}, from_quantity desc
  )`

/** The same for the `product` of a prepared statement, to be joined laterally. */
export const contractOfProduct = ({ businessId, day }: { businessId: string | null; day: string }) =>
  contractPriceRows({
    businessId: bound(businessId, 'uuid'),
    day: bound(day, 'date'),
    productId: sql.ref('product.id'),
  })

/** The amount of an `entry`: what it says, or so much off the list price, half a cent rounded up. */
export const entryAmount: RawBuilder<number> = sql`(case when percent_off is null then entry.price
  else round((select product.price from product where product.id = entry.product_id) * (100 - percent_off) / 100, 2) end)`

const only = (productId?: RawBuilder<unknown>) => (productId ? sql`and product_id = ${productId}` : sql``)

/**
 * The lists of a business on a day, the first to decide first: the higher priority; for the business before its groups
 * before its class of trade; the one that began later. One selection for the whole statement, whatever it is joined to.
 */
export const activeLists = ({ businessId, day }: Pick<Params, 'businessId' | 'day'>): RawBuilder<string[]> => sql<
  string[]
>`(
      select array_agg(id order by priority desc, nearness, valid_from desc, id)
      from ${listsFor(businessId)} holding join price_list on price_list.id = holding.price_list_id
      where ${day} >= valid_from and (valid_to is null or ${day} <= valid_to) and currency = 'USD'
    )`

/** All lists for a business, whenever they hold: 1 for it alone, 2 for a group of it, 3 for its class of trade. */
export const listsFor = (
  businessId: RawBuilder<unknown>,
): RawBuilder<{ price_list_id: string; nearness: number }> => sql`(
        select price_list_id, min(nearness) as nearness
        from (
          select price_list_id, 1 as nearness from price_list_audience where business_id = ${businessId}
          union all
          select price_list_id, case kind when 'group' then 2 else 3 end
          from business_group_member join price_list_audience using (group_id)
          where business_group_member.business_id = ${businessId}
        ) holder
        group by price_list_id
      )`

/** The prices that are kept for orders through Trulla: nobody pays them here. */
export const trullaPrices = (businessId: RawBuilder<unknown>): RawBuilder<{ product_id: string; price: number }> =>
  sql`(select product_id, price from contract_price where business_id = ${businessId} and list = 'trulla')`
