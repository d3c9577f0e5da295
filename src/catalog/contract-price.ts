import { type RawBuilder, sql } from 'kysely'
import { bound } from '#platform/db/conditions.ts'
import { ownPrice, type PriceSource, type PriceTier } from './price-shapes.ts'

export interface PriceRow {
  product_id: string
  /** Null if the winning contract starts at a larger quantity; the list price applies then. */
  price: number | null
  /** Null for a price of the business itself, which has no end date. */
  price_list_id: string | null
  from_quantity: number
  percent_off: number | null
}

interface Params {
  businessId: RawBuilder<unknown>
  /** A day in the wholesaler's time zone. Only price lists active on that day count. */
  day: RawBuilder<unknown>
  /** Quantity per product; defaults to 1. */
  quantity?: RawBuilder<unknown>
  /** Limits the rows to this product column, for lateral joins. */
  productId?: RawBuilder<unknown>
}

/**
 * The contract prices of a business, as a table expression. Every query that needs a price uses this rule, so that
 * listings always show what an order will cost. The business's own price wins over all price lists. Among the active
 * lists, the first one in the order of `activeLists` that contains the product decides. Within it, the largest quantity
 * break reached applies; below the smallest break, the list price applies.
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

/** Contract price of the `product` row in a prepared statement, for a lateral join. */
export const contractOfProduct = ({ businessId, day }: { businessId: string | null; day: string }) =>
  contractPriceRows({
    businessId: bound(businessId, 'uuid'),
    day: bound(day, 'date'),
    productId: sql.ref('product.id'),
  })

/** The price of an `entry`: its fixed price, or the list price less its discount, rounded half up to cents. */
export const entryAmount: RawBuilder<number> = sql`(case when percent_off is null then entry.price
  else round((select product.price from product where product.id = entry.product_id) * (100 - percent_off) / 100, 2) end)`

const only = (productId?: RawBuilder<unknown>) => (productId ? sql`and product_id = ${productId}` : sql``)

/** A business's active price lists by precedence: priority; business, group, class of trade; later start date. */
export const activeLists = ({ businessId, day }: Pick<Params, 'businessId' | 'day'>): RawBuilder<string[]> => sql<
  string[]
>`(
      select array_agg(id order by priority desc, nearness, valid_from desc, id)
      from ${listsFor(businessId)} holding join price_list on price_list.id = holding.price_list_id
      where ${day} >= valid_from and (valid_to is null or ${day} <= valid_to) and currency = 'USD'
    )`

/** All price lists of a business. Nearness: 1 the business itself, 2 a group, 3 a class of trade. */
export const listsFor = (
  businessId: RawBuilder<unknown>,
): RawBuilder<{ price_list_id: string; nearness: number }> => sql`(
        select id as price_list_id, min(nearness) as nearness from audiences_naming(${businessId}, '{price list}') group by id
      )`

/** Prices stored for orders through Trulla. They do not apply to orders placed in the portal. */
export const trullaPrices = (businessId: RawBuilder<unknown>): RawBuilder<{ product_id: string; price: number }> =>
  sql`(select product_id, price from contract_price where business_id = ${businessId} and list = 'trulla')`

/** The contract of a row of `contractPriceRows`, as a JSON column; null if the list price applies. */
export const priceSource = (row: string): RawBuilder<PriceSource | null> => {
  const of = (column: string) => sql.ref(`${row}.${column}`)
  return sql<PriceSource | null>`(case
    when ${of('price')} is null then null
    when ${of('price_list_id')} is null then ${sql.lit(JSON.stringify(ownPrice))}::json
    else (
      select json_build_object('name', name, 'contractNumber', contract_number, 'until', valid_to,
        'percentOff', ${of('percent_off')}, 'fromQuantity', ${of('from_quantity')})
      from price_list where id = ${of('price_list_id')})
    end)`
}

/** The quantity breaks of the winning price list, as a JSON column; null if there are none. */
export const priceTiers = (row: string): RawBuilder<PriceTier[] | null> => {
  const of = (column: string) => sql.ref(`${row}.${column}`)
  return sql<PriceTier[] | null>`(
    select json_agg(json_build_object('fromQuantity', from_quantity, 'price', ${entryAmount}) order by from_quantity)
    from price_entry entry
    where price_list_id = ${of('price_list_id')} and product_id = ${of('product_id')}
    having max(from_quantity) > 1)`
}
