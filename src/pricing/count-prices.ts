import { sql, type RawBuilder } from 'kysely'

/** How many contract prices a product has, as a part of a statement about `product`. */
export const countOfPrices: RawBuilder<number> = sql<number>`(
  select count(*)::int from contract_price where contract_price.product_id = product.id)`
