import { type Expression, type RawBuilder, sql } from 'kysely'

export interface OwnPrice {
  product_id: string
  price: number
}

/**
 * What a business pays instead of the list price, as a table of products in a statement. Whoever asks in another way asks
 * by this: what a buyer sees in a listing must be what his order costs.
 */
export const ownPrices = (
  businessId: Expression<unknown>,
  list: 'general' | 'trulla' = 'general',
): RawBuilder<OwnPrice> =>
  sql<OwnPrice>`(
    select product_id, price from custom_price where business_id = ${businessId} and list = ${sql.lit(list)}
  )`
