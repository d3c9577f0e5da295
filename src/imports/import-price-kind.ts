import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/tables.ts'
import { parsePriceCell } from '#pricing/read-price.ts'
import type { Amount } from '#pricing/write-entries.ts'
import { lockProducts } from '#pricing/write-prices.ts'
import { asDollars, toCents, toDollars } from '#shared/money.ts'
import { isFarFrom } from '#shared/read-number.ts'
import { findProductsByNumber } from './find-products-by-number.ts'
import {
  type CheckedRow,
  checkEach,
  type ImportChange,
  type ImportKind,
  type ImportOptions,
  type StoredRow,
} from './import-kind.ts'
import { BadRow, rowTexts } from './read-row.ts'
import { isOtherPrice } from './row-margins.ts'

/** Where an amount belongs, besides its product. */
interface PricePlace {
  /** The id of the business or of the price list. */
  owner: string
  /** The kind of contract price, or the quantity from which it applies. */
  slot: string
}

/** An amount of one product; without price and percentage it is removed. */
export interface ImportedPrice extends PricePlace, Amount {
  productId: string
}

interface WrittenEntry extends PricePlace {
  productId: string
  before: Amount | null
  after: Amount | null
}

export type PriceCells<Field extends string> = Record<Field | 'ndcNumber' | 'price', string>

/** What differs between contract prices and the entries of a price list. */
export interface PriceTable<Field extends string> {
  action: string
  /** The fields of a row besides number and price. */
  fields: readonly Field[]
  /** Looks up what the rows name besides their products. */
  findPlaces: (
    db: Db | Tx,
    cells: PriceCells<Field>[],
    how: ImportOptions,
  ) => Promise<{
    owners: string[]
    of: (cells: PriceCells<Field>) => PricePlace & { label: string; customer?: string }
  }>
  /** The amount in a row; null removes it. */
  amountIn: (cells: PriceCells<Field>) => Amount | null
  current: (db: Db | Tx, productIds: string[], owners: string[]) => Promise<ImportedPrice[]>
  /** Locks the owners and returns how to write their amounts; null if they were removed. */
  lock: (tx: Tx, owners: string[]) => Promise<((entries: ImportedPrice[], actorId: string | null) => Written) | null>
}
type Written = Promise<WrittenEntry[]>

type CheckedPrice = CheckedRow & { wanted?: ImportedPrice }

/** Prices by product and place. Prices that are not in the file stay. */
export const importPriceKind = <Field extends string>(table: PriceTable<Field>): ImportKind => {
  /** Checks each row against the current prices. */
  const check = async (db: Db | Tx, rows: StoredRow[], how: ImportOptions): Promise<CheckedPrice[]> => {
    const read = rows.map(({ row, facts }) => ({ row, cells: cellsOf(facts, table.fields) }))
    const cells = read.map((one) => one.cells)
    const numbers = cells.map(({ ndcNumber }) => ndcNumber)
    const products = await findProductsByNumber(db, numbers, how)
    const places = await table.findPlaces(db, cells, how)
    const current = byKey(await table.current(db, products.ids, places.owners))
    return checkEach(read, labelsOf, (one): CheckedPrice => {
      const product = products.of(one.cells.ndcNumber)
      const { label, customer, ...place } = places.of(one.cells)
      const after = table.amountIn(one.cells)
      const before = current.get(keyOf({ productId: product.id, ...place })) ?? null
      return checkPrice({ row: one.row, product, place, label, customer, before, after })
    })
  }
  return {
    firstCounts: false,
    duplicateMessage: (first, second) => `Rows ${first} and ${second} set the same price. Delete one of them.`,
    action: table.action,
    check,
    write: async (tx, { rows, how, actorId }) => {
      // The first check finds what to lock; the second one runs under the locks. Owners are locked after products.
      const seen = (await check(tx, rows, how)).flatMap(({ wanted }) => wanted ?? [])
      await lockProducts(tx, [...new Set(seen.map(({ productId }) => productId))])
      const write = await table.lock(tx, ownersOf(seen))
      const judged = await check(tx, rows, how)
      if (!write) return { judged, changes: [] }
      const rowOf = new Map(judged.flatMap(({ row, wanted }) => (wanted ? [[keyOf(wanted), row]] : [])))
      const written = await write(
        judged.flatMap(({ wanted }) => wanted ?? []),
        actorId,
      )
      const changes = written.map(({ before, after, ...place }): ImportChange => ({
        row: rowOf.get(keyOf(place)) ?? 0,
        product_id: place.productId,
        before: { ...(before ?? none) },
        after: { ...(after ?? none), owner: place.owner, slot: place.slot },
      }))
      return { judged, changes }
    },
    revert: async (tx, changes, actorId) => {
      await lockChanged(tx, changes)
      const imported = changes.map(entryOf)
      const owners = ownersOf(imported)
      const write = await table.lock(tx, owners)
      const productIds = changes.map(({ product_id }) => product_id)
      const current = byKey(await table.current(tx, productIds, owners))
      const kept = new Map<number, string>()
      const back: ImportedPrice[] = []
      changes.forEach(({ row, before }, at) => {
        const entry = imported[at]
        const now = (entry && current.get(keyOf(entry))) ?? null
        if (!write) kept.set(row, 'The price list was removed since.')
        else if (entry && isSameAmount(now, entry)) back.push({ ...entry, ...amountOf(before ?? {}) })
        else kept.set(row, `The price has changed since. It is now ${inWords(now)}.`)
      })
      await write?.(back, actorId)
      return kept
    },
  }
}

const cellsOf = <Field extends string>(facts: unknown, fields: readonly Field[]): PriceCells<Field> => {
  const textOf = rowTexts(facts)
  return Object.fromEntries(
    (['ndcNumber', 'price', ...fields] as const).map((field) => [field, textOf(field)]),
  ) as PriceCells<Field> // the same fields
}

const labelsOf = ({ cells: { ndcNumber, customer } }: { cells: { ndcNumber: string; customer?: string } }) => ({
  ndcNumber,
  name: '',
  ...(customer !== undefined && { customer }),
})

interface Case {
  row: number
  product: { id: string; name: string; ndc_number: string; price: number }
  place: PricePlace
  /** The name of the changed field in the preview. */
  label: string
  customer: string | undefined
  before: Amount | null
  after: Amount | null
}

const checkPrice = ({ row, product, place, label, customer, before, after }: Case): CheckedPrice => {
  const { price: listPrice, ndc_number: ndcNumber, name } = product
  const wanted: ImportedPrice = { productId: product.id, ...place, ...(after ?? none) }
  const code = keyOf(wanted)
  const shown = { ndcNumber, name: name.slice(0, 120), ...(customer !== undefined && { customer }), listPrice }
  const paid = after && paidBy(after, listPrice)
  const margin = before ? { prices: paid === null || isOtherPrice(paidBy(before, listPrice), paid) } : {}
  if (isSameAmount(before, after)) return { row, code, verdict: 'unchanged', shown, margin }
  const notes = after && paid !== null ? notesFor(after, paid, listPrice, before) : []
  const told = (amount: Amount | null) => (amount ? amountInWords(amount, listPrice) : '')
  return {
    row,
    code,
    verdict: before ? 'changed' : 'new',
    shown: {
      ...shown,
      changes: [{ field: label, before: told(before), after: told(after) }],
      ...(paid !== null && listPrice > 0 && { difference: (paid / listPrice - 1) * 100 }),
      ...(notes.length > 0 && { notes }),
    },
    margin,
    wanted,
  }
}

/** Includes deleted products, because their prices are restored as well. */
const lockChanged = (tx: Tx, changes: ImportChange[]) =>
  tx
    .selectFrom('product')
    .select('id')
    .where('id', '=', sql<string>`any(${[...new Set(changes.map(({ product_id }) => product_id))]}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute()

/** The price in a cell; null removes it. */
export const priceIn = (said: string): Amount | null => {
  const price = parsePriceCell(said)
  if (price === undefined) throw new BadRow(`Price “${said.slice(0, 30)}” is not an amount.`)
  return priceAmount(price)
}

export const priceAmount = (price: number | null): Amount | null =>
  price === null ? null : { price, percent_off: null }

const none: Amount = { price: null, percent_off: null }

const keyOf = ({ productId, owner, slot }: Omit<ImportedPrice, keyof Amount>): string => `${productId} ${owner} ${slot}`

const byKey = (entries: ImportedPrice[]): Map<string, Amount> => new Map(entries.map((entry) => [keyOf(entry), entry]))

const ownersOf = (entries: ImportedPrice[]): string[] => [...new Set(entries.map(({ owner }) => owner))]

const entryOf = ({ product_id, after }: ImportChange): ImportedPrice => ({
  productId: product_id,
  owner: String(after['owner']),
  slot: String(after['slot']),
  ...amountOf(after),
})

const amountOf = (kept: Record<string, unknown>): Amount => ({
  price: typeof kept['price'] === 'number' ? kept['price'] : null,
  percent_off: typeof kept['percent_off'] === 'number' ? kept['percent_off'] : null,
})

const isSameAmount = (one: Amount | null, other: Amount | null): boolean =>
  (one?.price ?? null) === (other?.price ?? null) && (one?.percent_off ?? null) === (other?.percent_off ?? null)

const paidBy = ({ price, percent_off }: Amount, listPrice: number): number =>
  price ?? toDollars(Math.round((toCents(listPrice) * (10_000 - Math.round((percent_off ?? 0) * 100))) / 10_000))

const amountInWords = (amount: Amount, listPrice: number): string =>
  amount.percent_off === null
    ? asDollars(paidBy(amount, listPrice))
    : `${amount.percent_off}% off, ${asDollars(paidBy(amount, listPrice))}`

const inWords = (found: Amount | null): string =>
  found === null ? 'none' : found.percent_off === null ? String(found.price) : `${found.percent_off}% off`

const notesFor = (after: Amount, paid: number, listPrice: number, before: Amount | null): string[] => [
  ...priceWarnings(paid, listPrice, before && paidBy(before, listPrice)),
  // Spreadsheets store a cell shown as 5% as 0.05.
  ...(after.percent_off !== null && after.percent_off > 0 && after.percent_off < 1
    ? ['Less than one percent off: a cell shown as 5% may have been read as 0.05.']
    : []),
]

/** Prices that are possible, but more often typos. */
export const priceWarnings = (price: number, listPrice: number, before: number | null): string[] => [
  ...(price === 0 ? ['The price would be $0.'] : []),
  ...(price > listPrice && listPrice > 0 ? [`Above the list price, ${asDollars(listPrice)}.`] : []),
  ...(price > 0 && isFarFrom(price, listPrice) ? ['More than ten times above or below the list price.'] : []),
  ...(price > 0 && before !== null && isFarFrom(price, before)
    ? ['More than ten times above or below the current price.']
    : []),
]
