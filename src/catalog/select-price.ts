import { type RawBuilder, sql } from 'kysely'
import { entryAmount } from './contract-price.ts'
import { ownPrice, type PriceSource, type PriceTier } from './price-shapes.ts'

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
