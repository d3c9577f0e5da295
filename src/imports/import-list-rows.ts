import { sql } from 'kysely'
import { type Amount, writeEntries } from '#pricing/write-entries.ts'
import { amountDigits, readPieces } from '#shared/read-number.ts'
import { importPriceKind, type PriceCells, priceIn } from './import-price-kind.ts'
import { BadRow } from './read-row.ts'

/** The entries of one price list, by product and quantity. */
export const listKind = importPriceKind({
  action: 'price list imported',
  fields: ['fromQuantity', 'percentOff'],
  findPlaces: async (db, _cells, { priceListId }) => {
    const list = await db
      .selectFrom('price_list')
      .select('id')
      .where('id', '=', priceListId ?? '')
      .executeTakeFirst()
    return {
      owners: list ? [list.id] : [],
      of: ({ fromQuantity }) => {
        if (!list) throw new BadRow('The price list has been removed.')
        const from = fromQuantity === '' ? 1 : readPieces(fromQuantity)
        if (from === null || from < 1 || from > 9_999)
          throw new BadRow('From Quantity must be a whole number from 1 to 9,999.')
        return { owner: list.id, slot: String(from), label: from === 1 ? 'Price' : `Price from ${from}` }
      },
    }
  },
  amountIn: ({ price: said, percentOff }: PriceCells<'fromQuantity' | 'percentOff'>): Amount | null => {
    if (said !== '' && percentOff !== '') throw new BadRow('Give either a price or a percentage, not both.')
    if (percentOff !== '') return { price: null, percent_off: percentIn(percentOff) }
    if (said === '') throw new BadRow('Give a price or a percentage.')
    return priceIn(said)
  },
  current: (db, productIds, owners) =>
    db
      .selectFrom('price_entry')
      .select([
        'product_id as productId',
        'price_list_id as owner',
        sql<string>`from_quantity::text`.as('slot'),
        'price',
        'percent_off',
      ])
      .where('price_list_id', '=', sql<string>`any(${owners}::uuid[])`)
      .where('product_id', '=', sql<string>`any(${productIds}::uuid[])`)
      .execute(),
  lock: async (tx, owners) => {
    const list = await tx
      .selectFrom('price_list')
      .selectAll()
      .where('id', '=', sql<string>`any(${owners}::uuid[])`)
      .forUpdate()
      .executeTakeFirst()
    if (!list) return null
    return async (entries, actorId) => {
      const wanted = entries.map(({ productId, slot, price, percent_off }) => ({
        product_id: productId,
        from_quantity: Number(slot),
        price,
        percent_off,
      }))
      const written = await writeEntries(tx, list, wanted, { actorId, request: null })
      return written.map(({ product_id, from_quantity, before, after }) => ({
        productId: product_id,
        owner: list.id,
        slot: String(from_quantity),
        before,
        after,
      }))
    }
  },
})

const percentIn = (written: string): number => {
  const digits = amountDigits(written.replace(/\s*%$/, ''))
  const percent = digits === null ? null : Math.round(Number(digits) * 100) / 100
  if (percent === null || percent > 100 || written.startsWith('$'))
    throw new BadRow(`Percent Off “${written.slice(0, 30)}” is not a percentage from 0 to 100.`)
  return percent
}
