import { type RawBuilder, sql } from 'kysely'
import { contractPriceRows } from '#catalog/contract-price.ts'
import { isVisibleTo } from '#catalog/filter-visible.ts'
import type { OfferedProduct } from './offer-shapes.ts'

/** The products as one array per column, all in the same order, and the contract prices of some of them. */
export type OfferColumns = { [Name in keyof OfferedProduct]: OfferedProduct[Name][] | null } & {
  contractPrices: [ids: string[] | null, prices: number[] | null]
}

interface Offering {
  businessId: RawBuilder<unknown>
  /** Prices are as of this day. */
  day: RawBuilder<unknown>
  ids: RawBuilder<unknown>
}

/** A SQL column with those of these products that a business can order, at its own prices. */
export const offersFor = ({ businessId, day, ids }: Offering): RawBuilder<OfferColumns> =>
  // One array per column, because PostgreSQL looks up the output function once per column instead of once per value.
  // The prices are a separate array: one index scan finds them, instead of one scan per product.
  sql`(
    select json_build_object('_id', json_agg(product.id), 'name', json_agg(name), 'slug', json_agg(slug),
      'ndcNumber', json_agg(ndc_number), 'dummyNDC', json_agg(is_item_number), 'image', json_agg(image),
      'price', json_agg(price), 'countInStock', json_agg(count_in_stock), 'isNonStocked', json_agg(is_non_stocked),
      'coldStatus', json_agg(cold_status), 'unitOfMeasure', json_agg(unit_of_measure),
      'packQuantity', json_agg(pack_quantity), 'packUnit', json_agg(pack_unit), 'contractPrices', (
        select json_build_array(json_agg(own.product_id), json_agg(own.price))
        from unnest(${ids}) as offered (id)
        cross join lateral ${contractPriceRows({ businessId, day, productId: sql`offered.id` })} own
        where own.price is not null
      ))
    from product where product.id = any(${ids}) and is_published and deleted_at is null and ${isVisibleTo(businessId)}
  )`

export const offersOf = ({ contractPrices: [ids, prices], ...columns }: OfferColumns): OfferedProduct[] => {
  const contractPrices = new Map(ids?.map((id, at) => [id, prices?.[at]]))
  return (columns._id ?? []).map((id, at) => {
    const from = <T>(column: T[] | null) => column?.[at] as T // all columns have the same length
    return {
      _id: id,
      name: from(columns.name),
      slug: from(columns.slug),
      ndcNumber: from(columns.ndcNumber),
      dummyNDC: from(columns.dummyNDC),
      image: from(columns.image),
      price: contractPrices.get(id) ?? from(columns.price),
      countInStock: from(columns.countInStock),
      isNonStocked: from(columns.isNonStocked),
      coldStatus: from(columns.coldStatus),
      unitOfMeasure: from(columns.unitOfMeasure),
      packQuantity: from(columns.packQuantity),
      packUnit: from(columns.packUnit),
    }
  })
}
