import { sql } from 'kysely'
import type { Row, Tx, Db } from '#platform/db/tables.ts'
import { type Amount, type EntryInput, writeEntries } from '#pricing/write-entries.ts'
import { lockProducts } from '#pricing/write-prices.ts'
import { parsePriceCell } from '#pricing/read-price.ts'
import { asDollars, toCents, toDollars } from '#shared/money.ts'
import { amountDigits, readPieces } from '#shared/read-number.ts'
import type { ImportChange, ImportKind, ImportOptions, CheckedRow } from './import-kind.ts'
import { lockChanged, samePrice } from './import-price-rows.ts'
import { findProductsByNumber, priceWarnings, rowTexts } from './check-prices.ts'
import { isOtherPrice } from './row-margins.ts'
import { BadRow } from './read-row.ts'

interface Stored {
  row: number
  facts: unknown
}

type Checked = CheckedRow & { wanted?: EntryInput }

/** Checks each row against the current entries of the price list. */
const checkEntries = async (db: Db | Tx, rows: Stored[], how: ImportOptions): Promise<Checked[]> => {
  const listId = how.priceListId ?? ''
  const read = rows.map(({ row, facts }) => ({ row, cells: cellsOf(facts) }))
  const list = await db.selectFrom('price_list').select('id').where('id', '=', listId).executeTakeFirst()
  const products = await findProductsByNumber(
    db,
    read.map(({ cells }) => cells.ndcNumber),
    how,
  )
  const entries = await entriesNow(db, listId, products.ids)
  return read.map(({ row, cells }): Checked => {
    try {
      if (!list) throw new BadRow('The price list has been removed.')
      return checkRow({ row, cells, product: products.of(cells.ndcNumber), entries })
    } catch (error) {
      if (!(error instanceof BadRow)) throw error
      const { ndcNumber } = cells
      return { row, code: '', verdict: 'refused', shown: { ndcNumber, name: '', reason: error.message } }
    }
  })
}

type Cells = Record<'ndcNumber' | 'fromQuantity' | 'price' | 'percentOff', string>

const cellsOf = (facts: unknown): Cells => {
  const textOf = rowTexts(facts)
  return {
    ndcNumber: textOf('ndcNumber'),
    fromQuantity: textOf('fromQuantity'),
    price: textOf('price'),
    percentOff: textOf('percentOff'),
  }
}

interface Case {
  row: number
  cells: Cells
  product: ReturnType<Awaited<ReturnType<typeof findProductsByNumber>>['of']>
  entries: Map<string, Amount>
}

const checkRow = ({ row, cells, product, entries }: Case): Checked => {
  const from = cells.fromQuantity === '' ? 1 : readPieces(cells.fromQuantity)
  if (from === null || from < 1 || from > 9_999)
    throw new BadRow('From Quantity must be a whole number from 1 to 9,999.')
  const after = amountIn(cells)
  const code = entryKey(product.id, from)
  const before = entries.get(code) ?? null
  const shown = { ndcNumber: product.ndc_number, name: product.name.slice(0, 120), listPrice: product.price }
  const paid = after && paidBy(after, product.price)
  const margin = before ? { prices: paid === null || isOtherPrice(paidBy(before, product.price), paid) } : {}
  if (isSameAmount(before, after)) return { row, code, verdict: 'unchanged', shown, margin }
  const notes = after && paid !== null ? notesFor(after, paid, product.price, before) : []
  const told = (amount: Amount | null) => (amount ? amountInWords(amount, product.price) : '')
  return {
    row,
    code,
    verdict: before ? 'changed' : 'new',
    shown: {
      ...shown,
      changes: [{ field: from === 1 ? 'Price' : `Price from ${from}`, before: told(before), after: told(after) }],
      ...(paid !== null && product.price > 0 && { difference: (paid / product.price - 1) * 100 }),
      ...(notes.length > 0 && { notes }),
    },
    margin,
    wanted: {
      product_id: product.id,
      from_quantity: from,
      price: after?.price ?? null,
      percent_off: after?.percent_off ?? null,
    },
  }
}

/** The amount in the row; null deletes the entry. */
const amountIn = (cells: Cells): Amount | null => {
  if (cells.price !== '' && cells.percentOff !== '') throw new BadRow('Give either a price or a percentage, not both.')
  if (cells.percentOff !== '') return { price: null, percent_off: percentIn(cells.percentOff) }
  if (cells.price === '') throw new BadRow('Give a price or a percentage.')
  const price = parsePriceCell(cells.price)
  if (price === undefined) throw new BadRow(`Price “${cells.price.slice(0, 30)}” is not an amount.`)
  return price === null ? null : { price, percent_off: null }
}

const percentIn = (written: string): number => {
  const digits = amountDigits(written.replace(/\s*%$/, ''))
  const percent = digits === null ? null : Math.round(Number(digits) * 100) / 100
  if (percent === null || percent > 100 || written.startsWith('$'))
    throw new BadRow(`Percent Off “${written.slice(0, 30)}” is not a percentage from 0 to 100.`)
  return percent
}

const paidBy = ({ price, percent_off }: Amount, listPrice: number): number =>
  price ?? toDollars(Math.round((toCents(listPrice) * (10_000 - Math.round((percent_off ?? 0) * 100))) / 10_000))

const amountInWords = (amount: Amount, listPrice: number): string =>
  amount.percent_off === null
    ? asDollars(paidBy(amount, listPrice))
    : `${amount.percent_off}% off, ${asDollars(paidBy(amount, listPrice))}`

const notesFor = (after: Amount, paid: number, listPrice: number, before: Amount | null): string[] => [
  ...priceWarnings(paid, listPrice, before && paidBy(before, listPrice)),
  // Spreadsheets store a cell shown as 5% as 0.05.
  ...(after.percent_off !== null && after.percent_off > 0 && after.percent_off < 1
    ? ['Less than one percent off: a cell shown as 5% may have been read as 0.05.']
    : []),
]

const entryKey = (productId: string, fromQuantity: number): string => `${productId} ${fromQuantity}`

const isSameAmount = (one: Amount | null, other: Amount | null): boolean =>
  (one?.price ?? null) === (other?.price ?? null) && (one?.percent_off ?? null) === (other?.percent_off ?? null)

/** The current entries of these products in a list, by `entryKey`. */
const entriesNow = async (db: Db | Tx, listId: string, productIds: string[]): Promise<Map<string, Amount>> => {
  const rows = await db
    .selectFrom('price_entry')
    .select(['product_id', 'from_quantity', 'price', 'percent_off'])
    .where('price_list_id', '=', listId)
    .where('product_id', '=', sql<string>`any(${productIds}::uuid[])`)
    .execute()
  return new Map(
    rows.map(({ product_id, from_quantity, price, percent_off }) => [
      entryKey(product_id, from_quantity),
      { price, percent_off },
    ]),
  )
}

/** The entries of one price list, by product and quantity. Entries that are not in the file stay. */
export const listKind: ImportKind = {
  firstCounts: false,
  duplicateMessage: samePrice,
  action: 'price list imported',
  check: checkEntries,
  write: async (tx, { rows, how, actorId }) => {
    // The first check finds what to lock; the second one runs under the locks. A list is locked after its products.
    const seen = await checkEntries(tx, rows, how)
    await lockProducts(tx, [...new Set(seen.flatMap(({ wanted }) => wanted?.product_id ?? []))])
    const list = await lockedList(tx, how.priceListId ?? '')
    const judged = await checkEntries(tx, rows, how)
    if (!list) return { judged, changes: [] }
    const wanted = judged.flatMap(({ wanted: one, verdict }) => (one && verdict !== 'unchanged' ? [one] : []))
    const rowOf = new Map(
      judged.flatMap(({ row, wanted: one }) => (one ? [[entryKey(one.product_id, one.from_quantity), row]] : [])),
    )
    const written = await writeEntries(tx, list, wanted, { actorId, request: null })
    const changes = written.map(({ product_id, from_quantity, before, after }): ImportChange => {
      const where = { price_list_id: list.id, from_quantity }
      const row = rowOf.get(entryKey(product_id, from_quantity)) ?? 0
      return { row, product_id, before: { ...(before ?? none) }, after: { ...(after ?? none), ...where } }
    })
    return { judged, changes }
  },
  revert: async (tx, changes, actorId) => {
    await lockChanged(tx, changes)
    const [listId = ''] = changes.flatMap(({ after: { price_list_id: id } }) => (typeof id === 'string' ? id : []))
    const list = await lockedList(tx, listId)
    const now = await entriesNow(
      tx,
      listId,
      changes.map(({ product_id }) => product_id),
    )
    const kept = new Map<number, string>()
    const back: EntryInput[] = []
    for (const { row, product_id, before, after } of changes) {
      const from_quantity = Number(after['from_quantity'])
      const found = now.get(entryKey(product_id, from_quantity)) ?? null
      if (!list) kept.set(row, 'The price list was removed since.')
      else if (isSameAmount(found, amountKept(after)))
        back.push({ product_id, from_quantity, ...amountKept(before ?? {}) })
      else kept.set(row, `The price has changed since. It is now ${inWords(found)}.`)
    }
    if (list) await writeEntries(tx, list, back, { actorId, request: null })
    return kept
  },
}

const none: Amount = { price: null, percent_off: null }

const lockedList = (tx: Tx, id: string): Promise<Row<'price_list'> | undefined> =>
  tx.selectFrom('price_list').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

const amountKept = (kept: Record<string, unknown>): Amount => ({
  price: typeof kept['price'] === 'number' ? kept['price'] : null,
  percent_off: typeof kept['percent_off'] === 'number' ? kept['percent_off'] : null,
})

const inWords = (found: Amount | null): string =>
  found === null ? 'none' : found.percent_off === null ? String(found.price) : `${found.percent_off}% off`
