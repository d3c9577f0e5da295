import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/tables.ts'
import { importedColumns, type Imported, type Judged, judgeRow } from './judge-row.ts'
import { hasElevenDigits } from './match-columns.ts'
import { BadRow, labelsOf, readRow, type RowFacts } from './read-row.ts'
import { sourcesOf } from './queue-pictures.ts'
import { type CodeChoice, choicesFor, settled } from './settle-ndc.ts'

/** A row as it was sent, and its number in the sheet. */
export interface GivenRow {
  row: number
  given: unknown
}

export interface ReadRow extends GivenRow {
  facts?: RowFacts
  choice?: CodeChoice
  reason?: string
}

export const readRows = (rows: GivenRow[], elevenDigits: boolean | undefined): ReadRow[] => {
  const read = rows.map(({ row, given }): ReadRow => ({
    given,
    ...attempt(row, () => ({ row, facts: readRow(given) })),
  }))
  const isEleven = elevenDigits ?? hasElevenDigits(read.flatMap(({ facts }) => (facts ? [facts.ndcNumber] : [])))
  return read.map((one) =>
    one.facts && !one.facts.dummyNDC ? { ...one, choice: choicesFor(one.facts.ndcNumber, isEleven) } : one,
  )
}

const attempt = <T extends { row: number }>(row: number, work: () => T): T | { row: number; reason: string } => {
  try {
    return work()
  } catch (error) {
    if (error instanceof BadRow) return { row, reason: error.message }
    throw error
  }
}

interface How {
  publish: boolean
  /** When the stock in the sheet was counted; what moved it since is left to have moved it. */
  countedAt?: Date
  /** Keeps the products as they are until the transaction ends. */
  isLocked?: boolean
  /** Whether somebody will fetch pictures from elsewhere. */
  fetchesPictures?: boolean
}

/** What each row means for the catalogue. */
export const judgeProducts = async (
  db: Db | Tx,
  read: ReadRow[],
  { publish, countedAt, isLocked = false, fetchesPictures = false }: How,
): Promise<(Judged & { code: string })[]> => {
  const existing = await productsOf(db, read, isLocked)
  const moved = countedAt && (await movedSince(db, existing, countedAt))
  const sources = await sourcesOf(db, read.some(({ facts }) => facts?.pictureUrl) ? existing.map(({ id }) => id) : [])
  const byKey = new Map(existing.filter((one) => !one.is_item_number).map((one) => [one.ndc_key, one]))
  const byNumber = new Map(existing.filter((one) => one.is_item_number).map((one) => [one.ndc_number, one]))
  const firstRow = new Map<string, number>()
  return read.map(({ row, given, facts, choice, reason }) => {
    const judged = attempt(row, () => {
      if (!facts) throw new BadRow(reason ?? 'The row cannot be read.')
      if (facts.pictureUrl && !fetchesPictures)
        throw new BadRow('Image must be the address of a picture that was uploaded here.')
      const key = choice ? settled(choice, (candidate) => byKey.has(candidate)) : ''
      const code = key || `item ${facts.ndcNumber}`
      const first = firstRow.get(code)
      if (first !== undefined) throw new BadRow(`Row ${first} has the same NDC.`)
      firstRow.set(code, row)
      const one = key ? byKey.get(key) : byNumber.get(facts.ndcNumber)
      const since = moved && one && (moved.get(one.id) ?? 0)
      const source = one && sources.get(one.id)
      return { row, code, ...judgeRow({ row, facts, key, existing: one, publish, since, source }) }
    })
    if ('verdict' in judged) return judged
    return { code: '', verdict: { row, verdict: 'refused', ...labelsOf(given), reason: judged.reason } }
  })
}

/** Locked in id order, as orders lock, so that the two never wait for each other in a circle. */
const productsOf = async (db: Db | Tx, read: ReadRow[], isLocked: boolean): Promise<Imported[]> => {
  const keys = [...new Set(read.flatMap(({ choice }) => choice?.candidates ?? []))]
  const numbers = read.flatMap(({ facts, choice }) => (facts && !choice ? [facts.ndcNumber] : []))
  const found = db
    .selectFrom('product')
    .select('id')
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb.and([
          eb('ndc_key', '=', eb.fn.any(eb.val(keys))),
          eb('ndc_key', '<>', ''),
          eb('is_item_number', '=', false),
        ]),
        eb.and([eb('ndc_number', '=', eb.fn.any(eb.val(numbers))), eb('is_item_number', '=', true)]),
      ]),
    )
  const rows = db
    .selectFrom('product')
    .select([...importedColumns, 'id', 'ndc_key', 'is_item_number', 'form'])
    .where('id', 'in', found)
    .where('deleted_at', 'is', null)
    .orderBy('id')
  return isLocked ? rows.forUpdate().execute() : rows.execute()
}

/** By how much orders and corrections moved the stock since; asked after the lock, so that none of them is missed. */
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
