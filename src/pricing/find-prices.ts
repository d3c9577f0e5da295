import { sql, type RawBuilder } from 'kysely'
import { contractPriceRows, priceSource } from '#catalog/contract-price.ts'
import type { PriceSource } from '#catalog/price-shapes.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { prepareStatement } from '#platform/db/prepare-statement.ts'

/** The business and the day that prices are for. */
export interface PricedFor {
  businessId: string | null
  day: string
}

interface Query {
  _id: string
  quantity: number
}

interface Priced {
  listPrice: number
  price: number
  /** Null for the list price. */
  source: PriceSource | null
}

/** Dollars per unit for each line, in the order of the lines; undefined for an unknown product. */
export const pricesFor = async (
  db: Db | Tx,
  { businessId, day }: PricedFor,
  lines: readonly Query[],
): Promise<(Priced | undefined)[]> => {
  if (lines.length === 0) return []
  const rows = await pricesOfLines(db, {
    businessId,
    day,
    ids: lines.map(({ _id }) => _id),
    quantities: lines.map(({ quantity }) => quantity),
  })
  const byPlace = new Map(rows.map(({ place, ...priced }) => [place, priced]))
  return lines.map((_, at) => byPlace.get(at + 1))
}

interface PlacedPrice extends Priced {
  place: number
}

const pricesOfLines = prepareStatement(
  (_db, { businessId, day, ids, quantities }: PricedFor & { ids: string[]; quantities: number[] }) =>
    sql<PlacedPrice>`
      select place::int, product.price as "listPrice", coalesce(own.price, product.price) as price, ${priceSource('own')} as source
      from unnest(${ids}::uuid[], ${quantities}::int[]) with ordinality as line (product_id, quantity, place)
      join product on product.id = line.product_id and product.deleted_at is null
      left join lateral ${contractPriceRows({
        businessId: sql`${businessId}::uuid`,
        day: sql`${day}::date`,
        quantity: sql`line.quantity`,
        productId: sql`product.id`,
      })} own on true`,
)

/** Number of contract prices of a product, for statements that select from `product`. */
export const countOfPrices: RawBuilder<number> = sql<number>`(
  select count(*)::int from contract_price where contract_price.product_id = product.id)`
