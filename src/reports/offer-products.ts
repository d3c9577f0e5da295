import { type RawBuilder, sql } from 'kysely'
import type { OfferedProduct } from './contract.ts'

/** What of these products this customer can order, with his own prices, as a column of a statement. */
export const offersFor = (userId: RawBuilder<unknown>, ids: RawBuilder<unknown>): RawBuilder<OfferedProduct[] | null> =>
  // His prices apart: as an array they are found in one walk over the index, product by product in as many.
  sql`(
    with agreed as materialized (
      select product_id, price from custom_price
      where user_id = ${userId} and list = 'general' and product_id = any(${ids})
    )
    select json_agg(offer) from (
      select product.id as "_id", name, slug, ndc_number as "ndcNumber", dummy_ndc as "dummyNDC", image,
        coalesce(agreed.price, product.price) as price, count_in_stock as "countInStock",
        is_non_stocked as "isNonStocked", cold_status as "coldStatus", unit_of_measure as "unitOfMeasure"
      from product left join agreed on agreed.product_id = product.id
      where product.id = any(${ids}) and is_published and deleted_at is null
    ) offer
  )`
