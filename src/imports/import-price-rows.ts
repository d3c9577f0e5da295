import { sql } from 'kysely'
import type { Tx } from '#platform/db/tables.ts'
import { lockProducts, type PriceInput, writePrices } from '#pricing/write-prices.ts'
import type { ImportChange, ImportKind } from './import-kind.ts'
import { checkPrices } from './check-prices.ts'

export const samePrice = (first: number, second: number): string =>
  `Rows ${first} and ${second} set the same price. Delete one of them.`

/** Contract prices, by product and customer. Prices that are not in the file stay. */
export const priceKind: ImportKind = {
  firstCounts: false,
  duplicateMessage: samePrice,
  action: 'contract prices imported',
  check: checkPrices,
  write: async (tx, { rows, how, actorId }) => {
    // The first check finds what to lock; the second one runs under the locks.
    const seen = await checkPrices(tx, rows, how)
    await lockProducts(tx, [...new Set(seen.flatMap(({ wanted }) => wanted?.productId ?? []))])
    await lockCustomersOfPrices(tx, [...new Set(seen.flatMap(({ wanted }) => wanted?.businessId ?? []))])
    const judged = await checkPrices(tx, rows, how)
    const touched = await writePrices(
      tx,
      judged.flatMap(({ wanted, verdict }) => (wanted && verdict !== 'unchanged' ? [wanted] : [])),
      { actorId, request: null },
    )
    const rowOf = new Map(judged.flatMap(({ row, wanted }) => (wanted ? [[keyOf(wanted), row]] : [])))
    const changes = touched.map(({ product_id, business_id, list, before, after }): ImportChange => {
      const row = rowOf.get(keyOf({ productId: product_id, businessId: business_id, list })) ?? 0
      return { row, product_id, before: { price: before }, after: { price: after, business_id, list } }
    })
    return { judged, changes }
  },
  revert: async (tx, changes, actorId) => {
    await lockChanged(tx, changes)
    const now = await pricesNow(tx, changes)
    const kept = new Map<number, string>()
    const back: PriceInput[] = []
    for (const change of changes) {
      const price = now.get(keyOf(wantedBefore(change))) ?? null
      if (price === change.after['price']) back.push(wantedBefore(change))
      else kept.set(change.row, `The price has changed since. It is now ${price ?? 'none'}.`)
    }
    await writePrices(tx, back, { actorId, request: null })
    return kept
  },
}

/** Includes deleted products, because their prices are restored as well. */
export const lockChanged = (tx: Tx, changes: ImportChange[]) =>
  tx
    .selectFrom('product')
    .select('id')
    .where('id', '=', sql<string>`any(${[...new Set(changes.map(({ product_id }) => product_id))]}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute()

/** No business may lose its last customer, and its prices with them, before the transaction ends. */
const lockCustomersOfPrices = (tx: Tx, ids: string[]) =>
  tx
    .selectFrom('business')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .forShare()
    .execute()

const keyOf = ({
  productId,
  businessId,
  list,
}: Pick<PriceInput, 'productId' | 'businessId'> & { list: string }): string => `${productId} ${businessId} ${list}`

const wantedBefore = ({ product_id, before, after }: ImportChange): PriceInput => ({
  productId: product_id,
  businessId: String(after['business_id']),
  list: after['list'] === 'trulla' ? 'trulla' : 'general',
  price: typeof before?.['price'] === 'number' ? before['price'] : null,
})

const pricesNow = async (tx: Tx, changes: ImportChange[]): Promise<Map<string, number>> => {
  const businesses = [...new Set(changes.map(({ after }) => String(after['business_id'])))]
  const rows = await tx
    .selectFrom('contract_price')
    .select(['product_id', 'business_id', 'list', 'price'])
    .where('business_id', '=', sql<string>`any(${businesses}::uuid[])`)
    .where('product_id', '=', sql<string>`any(${changes.map(({ product_id }) => product_id)}::uuid[])`)
    .execute()
  return new Map(
    rows.map(({ product_id, business_id, list, price }) => [
      keyOf({ productId: product_id, businessId: business_id, list }),
      price,
    ]),
  )
}
