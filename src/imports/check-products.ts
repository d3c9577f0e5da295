import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/tables.ts'
import { importedColumns, type Imported, type CheckedProduct, checkRow } from './check-row.ts'
import { checkEach, type StoredRow } from './import-kind.ts'
import { hasElevenDigits } from './match-columns.ts'
import { attempt, BadRow, labelsOf, readRow, type RowFacts } from './read-row.ts'
import { sourcesOf } from './queue-pictures.ts'
import { type CodeChoice, choicesFor, hasCode, resolvedKey } from './resolve-ndc.ts'

export interface ReadRow {
  row: number
  /** The cells as they were sent. */
  sent: unknown
  facts: RowFacts | BadRow
  choice?: CodeChoice
}

export const readRows = (rows: StoredRow[], elevenDigits: boolean | undefined): ReadRow[] => {
  const read = rows.map(({ row, facts: sent }): ReadRow => ({ row, sent, facts: attempt(() => readRow(sent)) }))
  const isEleven = elevenDigits ?? hasElevenDigits(readable(read).map(({ ndcNumber }) => ndcNumber))
  return read.map((one) =>
    one.facts instanceof BadRow || one.facts.dummyNDC
      ? one
      : { ...one, choice: choicesFor(one.facts.ndcNumber, isEleven) },
  )
}

const readable = (read: ReadRow[]): RowFacts[] => read.flatMap(({ facts }) => (facts instanceof BadRow ? [] : [facts]))

interface How {
  publish: boolean
  /** When the stock in the sheet was counted. Later stock movements are kept. */
  countedAt?: Date
  /** Locks the products until the transaction ends. */
  isLocked?: boolean
  /** Whether pictures at external addresses will be fetched. */
  fetchesPictures?: boolean
}

/** Checks each row against the catalog. */
export const checkProducts = async (
  db: Db | Tx,
  read: ReadRow[],
  { publish, countedAt, isLocked = false, fetchesPictures = false }: How,
): Promise<CheckedProduct[]> => {
  const existing = await productsOf(db, read, isLocked)
  const moved = countedAt && (await movedSince(db, existing, countedAt))
  const sources = await sourcesOf(
    db,
    readable(read).some(({ pictureUrl }) => pictureUrl) ? existing.map(({ id }) => id) : [],
  )
  const byKey = new Map(existing.filter((one) => !one.is_item_number).map((one) => [one.ndc_key, one]))
  const byNumber = new Map(existing.filter((one) => one.is_item_number).map((one) => [one.ndc_number, one]))
  const firstRow = new Map<string, number>()
  const check = ({ row, facts, choice }: ReadRow): CheckedProduct => {
    if (facts instanceof BadRow) throw facts
    const { key, one } = productFor(facts, choice, { byKey, byNumber })
    const code = key || `item ${facts.ndcNumber}`
    const first = firstRow.get(code)
    if (first !== undefined) throw new BadRow(`Row ${first} has the same NDC.`)
    const since = moved && one && (moved.get(one.id) ?? 0)
    const source = one && sources.get(one.id)
    const taken = fetchesPictures ? facts : withoutUrl(facts)
    const checked = checkRow({ facts: taken, key, existing: one, publish, since, source })
    firstRow.set(code, row)
    return { row, code, ...checked }
  }
  return checkEach(read, ({ sent }) => labelsOf(sent), check)
}

/** The product of a row: by its NDC, or by an item number in the catalog, whether or not the row is marked as one. */
const productFor = (
  { ndcNumber, dummyNDC }: RowFacts,
  choice: CodeChoice | undefined,
  { byKey, byNumber }: Record<'byKey' | 'byNumber', ReadonlyMap<string, Imported>>,
): { key: string; one: Imported | undefined } => {
  const item = byNumber.get(ndcNumber)
  if (!choice) return { key: '', one: item }
  if (item && dummyNDC === undefined) {
    if (choice.candidates.some((candidate) => byKey.has(candidate)))
      throw new BadRow(`${ndcNumber} is both an NDC and an item number. Add a Dummy NDC column to say which one.`)
    return { key: '', one: item }
  }
  const key = resolvedKey(choice, (candidate) => byKey.has(candidate))
  return { key, one: byKey.get(key) }
}

const withoutUrl = ({ pictureUrl, ...facts }: RowFacts): RowFacts =>
  pictureUrl === undefined
    ? facts
    : { ...facts, unread: [...facts.unread, 'Image must be the address of a picture uploaded to the portal.'] }

/** Locks in id order, like orders, to prevent deadlocks. */
const productsOf = async (db: Db | Tx, read: ReadRow[], isLocked: boolean): Promise<Imported[]> => {
  const keys = [...new Set(read.flatMap(({ choice }) => choice?.candidates ?? []))]
  const numbers = readable(read).flatMap(({ ndcNumber, dummyNDC }) => (dummyNDC === false ? [] : [ndcNumber]))
  const found = db.selectFrom('product').select('id').where('deleted_at', 'is', null).where(hasCode(keys, numbers))
  const rows = db
    .selectFrom('product')
    .select([...importedColumns, 'id', 'ndc_key', 'is_item_number', 'form'])
    .where('id', 'in', found)
    .where('deleted_at', 'is', null)
    .orderBy('id')
  return isLocked ? rows.forUpdate().execute() : rows.execute()
}

/** Stock movements by orders and corrections since the count. Read after the lock, so that none is missed. */
const movedSince = async (db: Db | Tx, products: Imported[], countedAt: Date): Promise<Map<string, number>> => {
  const rows = await db
    .selectFrom('stock_movement')
    .select(({ fn }) => ['product_id', fn.sum<string>('quantity').as('quantity')])
    .where('product_id', '=', sql<string>`any(${products.map(({ id }) => id)}::uuid[])`)
    .where('created_at', '>=', countedAt)
    .where('reason', 'in', ['order', 'order deleted', 'correction'])
    .groupBy('product_id')
    .execute()
  return new Map(rows.map(({ product_id, quantity }) => [product_id, Number(quantity)]))
}
