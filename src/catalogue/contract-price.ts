import { type Expression, type RawBuilder, sql } from 'kysely'

export interface PriceRow {
  product_id: string
  price: number
}

/**
 * What a business pays instead of the list price, as a table of products in a statement. Whoever asks in another way asks
 * by this: what a buyer sees in a listing must be what his order costs.
 */
export const contractPrices = (
  businessId: Expression<unknown>,
  list: 'general' | 'trulla' = 'general',
): RawBuilder<PriceRow> =>
  sql<PriceRow>`(
    select product_id, price from contract_price where business_id = ${businessId} and list = ${sql.lit(list)}
  )`
