import { createHash, randomUUIDv7 } from 'node:crypto'
import pg from 'pg'
import { sql } from 'kysely'
import { recordAll, recordAudit } from '#audit/record-entry.ts'
import { transaction } from '#platform/db/connect.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { RequestFacts } from '#platform/http/serve.ts'
import { addProducts } from '#catalogue/add-products.ts'
import { claimPictures } from '#pictures/claim-pictures.ts'
import { importedColumns, type Imported, type Judged, judgeRow } from './judge-row.ts'
import { type ImportAnswer, type ImportHow, mostRowsAtOnce } from './contract.ts'
import { hasElevenDigits } from './match-columns.ts'
import { noteCatalogueChange } from '#catalogue/note-change.ts'
import { noteRises } from '#inventory/announce-stock.ts'
import { endRequestsFor } from '#inventory/request-stock.ts'
import { BadRow, labelsOf, readRow, type RowFacts } from './read-row.ts'
import { type CodeChoice, choicesFor, settled } from './settle-ndc.ts'

interface Import {
  /** Null for an operator at the machine. */
  actorId: string | null
  rows: unknown[]
  how: ImportHow
  request: Pick<RequestFacts, 'id' | 'ip'> | null
}

/** Creates and changes products from the rows of a sheet: what can be taken all at once, the rest with its reason. */
export const importProducts = async (db: Db, given: Import): Promise<ImportAnswer> => {
  if (given.rows.length > mostRowsAtOnce)
    throw new Refusal(413, `At most ${mostRowsAtOnce.toLocaleString('en-US')} rows can be imported at once.`)
  const read = readRows(given)
  if (given.how.preview) return answerOf(await judge(db, read, given.how), true)
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction(db, (tx) => apply(tx, given, read))
    } catch (error) {
      // Somebody created one of the new products meanwhile: now it is there to be found.
      if (!isTaken(error) || attempt === 4) throw error
    }
  }
}

/** The rows of a request: JSON text or the array itself. */
export const rowsIn = (body: string | unknown[]): unknown[] => {
  if (Array.isArray(body)) return body
  try {
    const rows: unknown = JSON.parse(body)
    if (Array.isArray(rows)) return rows
  } catch {
    // Said below.
  }
  throw new Refusal(400, 'The rows must be a JSON array.')
}

const apply = async (tx: Tx, { actorId, rows, how, request }: Import, read: ReadRow[]): Promise<ImportAnswer> => {
  const part = how.run === undefined ? null : { run: how.run, number: how.part ?? 0, hash: hashOf(rows) }
  const before = part && (await answeredBefore(tx, part))
  if (before) return before

  const judged = await judge(tx, read, how, true)
  const changed = judged.flatMap(({ changed: one }) => (one ? [one] : []))
  const added = judged.flatMap(({ added: one }) => (one ? [one] : []))
  await claimPictures(tx, [...changed.map(({ next }) => next.image), ...added.map(({ image = '' }) => image)])
  await changeProducts(tx, changed)
  const answer = answerOf(judged, false)
  if (part) await keepAnswer(tx, { ...part, actorId, answer })
  if (changed.length + added.length > 0)
    await recordAudit(tx, {
      actorId,
      action: 'products imported',
      entity: 'catalogue',
      entityId: how.run ?? randomUUIDv7(),
      after: answer.counts,
      request,
    })
  await recordAll(
    tx,
    changed
      .filter(({ next, priceBefore }) => next.price !== priceBefore)
      .map(({ next, priceBefore }) => ({
        actorId,
        action: 'price imported',
        entity: 'product',
        entityId: next.id,
        before: { price: priceBefore },
        after: { price: next.price },
        request,
      })),
  )
  const changedIds = changed.map(({ next }) => next.id)
  if (added.length > 0) await addProducts(tx, added, changedIds)
  else if (changed.length > 0) await noteCatalogueChange(tx, changedIds)
  return answer
}

interface ReadRow {
  row: number
  given: unknown
  facts?: RowFacts
  choice?: CodeChoice
  reason?: string
}

const readRows = ({ rows, how }: Import): ReadRow[] => {
  const read = rows.map((given, at): ReadRow => ({
    given,
    ...attempt(at + 1, () => ({ row: at + 1, facts: readRow(given) })),
  }))
  const isEleven = how.elevenDigits ?? hasElevenDigits(read.flatMap(({ facts }) => (facts ? [facts.ndcNumber] : [])))
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

/** What each row means for the catalogue; `isLocked` keeps the products as they are until the transaction ends. */
const judge = async (db: Db | Tx, read: ReadRow[], { publish }: ImportHow, isLocked = false): Promise<Judged[]> => {
  const existing = await productsOf(db, read, isLocked)
  const byKey = new Map(existing.filter((one) => !one.is_item_number).map((one) => [one.ndc_key, one]))
  const byNumber = new Map(existing.filter((one) => one.is_item_number).map((one) => [one.ndc_number, one]))
  const firstRow = new Map<string, number>()
  return read.map(({ row, given, facts, choice, reason }): Judged => {
    const judged = attempt(row, () => {
      if (!facts) throw new BadRow(reason ?? 'The row cannot be read.')
      const key = choice ? settled(choice, (candidate) => byKey.has(candidate)) : ''
      const code = key || `item ${facts.ndcNumber}`
      const first = firstRow.get(code)
      if (first !== undefined) throw new BadRow(`Row ${first} has the same NDC.`)
      firstRow.set(code, row)
      const one = key ? byKey.get(key) : byNumber.get(facts.ndcNumber)
      return { row, judged: judgeRow({ row, facts, key, existing: one, publish }) }
    })
    if ('judged' in judged) return judged.judged
    return { verdict: { row, verdict: 'refused', ...labelsOf(given), reason: judged.reason } }
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

const rowsPerStatement = 1_000

/** All that a sheet may change; the NDC settled which product it is. */
const changes = sql.join(
  [...importedColumns.filter((column) => column !== 'ndc_number'), 'form'].map(
    (column) => sql`${sql.ref(column)} = ${sql.ref(`next.${column}`)}`,
  ),
)

const changeProducts = async (tx: Tx, changed: NonNullable<Judged['changed']>[]): Promise<void> => {
  for (let start = 0; start < changed.length; start += rowsPerStatement) {
    const batch = changed.slice(start, start + rowsPerStatement)
    await sql`
      update product set ${changes}, version = product.version + 1, updated_at = now()
      from jsonb_populate_recordset(null::product, ${JSON.stringify(batch.map(({ next }) => next))}::jsonb) as next
      where product.id = next.id`.execute(tx)
    const moves = batch.filter(({ moved }) => moved !== 0)
    if (moves.length > 0)
      await tx
        .insertInto('stock_movement')
        .values(
          moves.map(({ next, moved }) => ({
            id: randomUUIDv7(),
            product_id: next.id,
            quantity: moved,
            reason: 'import' as const,
            order_id: null,
          })),
        )
        .execute()
    await noteRises(
      tx,
      moves.map(({ next, moved }) => ({ productId: next.id, quantity: moved })),
    )
    await endRequestsFor(
      tx,
      batch.flatMap(({ next }) => (next.is_published ? [] : [next.id])),
    )
  }
}

const answerOf = (judged: Judged[], isPreview: boolean): ImportAnswer => {
  const counts = { new: 0, changed: 0, unchanged: 0, refused: 0 }
  for (const { verdict } of judged) counts[verdict.verdict] += 1
  return {
    message: isPreview ? 'Nothing has been written yet.' : 'Products have been imported !',
    counts,
    rows: judged.map(({ verdict }) => verdict),
  }
}

interface Part {
  run: string
  number: number
  hash: Buffer
}

const hashOf = (rows: unknown[]): Buffer => createHash('sha256').update(JSON.stringify(rows)).digest()

const answeredBefore = async (tx: Tx, { run, number, hash }: Part): Promise<ImportAnswer | null> => {
  const before = await tx
    .selectFrom('import_part')
    .select(['answer', 'body_hash'])
    .where('run_id', '=', run)
    .where('part', '=', number)
    .executeTakeFirst()
  if (!before) return null
  if (!before.body_hash.equals(hash)) throw new Refusal(422, 'This part of the import was sent with other rows before.')
  return before.answer as ImportAnswer // kept below, from an ImportAnswer
}

const keepAnswer = async (
  tx: Tx,
  { run, number, hash, actorId, answer }: Part & { actorId: string | null; answer: ImportAnswer },
): Promise<void> => {
  if (number === 0)
    await tx
      .deleteFrom('import_part')
      .where('created_at', '<', sql<Date>`now() - interval '30 days'`)
      .execute()
  await tx
    .insertInto('import_part')
    .values({ run_id: run, part: number, actor_id: actorId, body_hash: hash, answer: JSON.stringify(answer) })
    .execute()
}

const uniqueViolation = '23505'

const isTaken = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === uniqueViolation
