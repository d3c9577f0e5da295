import { sql, type RawBuilder } from 'kysely'

/** Number of contract prices of a product, for statements that select from `product`. */
export const countOfPrices: RawBuilder<number> = sql<number>`(
  select count(*)::int from contract_price where contract_price.product_id = product.id)`
