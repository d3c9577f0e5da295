import pg from 'pg'
import type { Db, Tx } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'
import { actOnce } from '#platform/http/act-once.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { RequestFacts } from '#platform/http/serve.ts'
import { type ActedBy, recorderIn } from '#platform/act.ts'
import type { CheckedProduct } from './check-row.ts'
import { checkProducts, type ReadRow, readRows } from './check-products.ts'
import { refusedRow } from './import-kind.ts'
import { writeProducts } from './write-products.ts'
import { factsOf } from './row-columns.ts'
import { bitsOf, confirmSentence, toConfirm } from './row-margins.ts'
import { type ImportAnswer, type ImportHow, maxRowsPerRequest } from './contract.ts'

interface Import {
  /** Null for an operator on the command line. */
  user: ActedBy['user']
  request: RequestFacts | null
  rows: unknown[]
  how: ImportHow
  /** The caller has confirmed the whole file, of which these rows are a part. */
  isConfirmed?: boolean
}

/** Creates and changes products from the rows of a sheet in one transaction. Returns refused rows with the reason. */
export const importProducts = async (db: Db, given: Import): Promise<ImportAnswer> => {
  if (given.rows.length > maxRowsPerRequest)
    throw new Refusal(413, `At most ${maxRowsPerRequest.toLocaleString('en-US')} rows can be imported at a time.`)
  if (given.how.preview) {
    const judged = await previewRows(db, given.rows, given.how)
    const confirm = toConfirm(judged.map(bitsOf))
    return { ...answerOf(judged, true), ...(confirm && { confirm }) }
  }
  const read = readAll(given.rows, given.how)
  for (let attempt = 1; ; attempt++) {
    try {
      return await actOnce(db, given.request ?? { repeatable: null }, (tx) => apply(tx, given, read))
    } catch (error) {
      // A concurrent transaction created one of the new products; the retry finds it.
      if (!isTaken(error) || attempt === 4) throw error
    }
  }
}

const readAll = (rows: unknown[], { elevenDigits }: ImportHow): ReadRow[] =>
  readRows(
    factsOf(rows).map((facts, at) => ({ row: at + 1, facts })),
    elevenDigits,
  )

/** What rows would do. Rows that need review and are not taken change nothing. */
export const previewRows = async (db: Db, rows: unknown[], how: ImportHow): Promise<CheckedProduct[]> =>
  leaveOut(await checkProducts(db, readAll(rows, how), how), { ...how, preview: true })

/** The rows of a request: JSON text or the array itself. */
export const rowsIn = (body: string | unknown[]): unknown[] => {
  if (Array.isArray(body)) return body
  try {
    const rows: unknown = JSON.parse(body)
    if (Array.isArray(rows)) return rows
  } catch {
    // Refused below.
  }
  throw new Refusal(400, 'The rows must be a JSON array.')
}

/** Skips rows that need review, except those that the caller takes. */
const leaveOut = (judged: CheckedProduct[], { take = '', preview }: ImportHow): CheckedProduct[] => {
  const taken = new Set(take.split(','))
  return judged.map((one) => {
    const { row, code, verdict, shown, count } = one
    const { notes, ndcNumber, name } = shown
    if (!notes || take === 'all' || taken.has(String(row))) return one
    if (preview) return { row, code, verdict, shown, ...(count !== undefined && { count }) }
    const reason = `Needs review: ${notes.join(' ')} If it is correct, send its row number, or all.`
    return refusedRow(row, { ndcNumber, name }, reason)
  })
}

const apply = async (tx: Tx, { user, how, request, isConfirmed }: Import, read: ReadRow[]): Promise<ImportAnswer> => {
  const judged = leaveOut(await checkProducts(tx, read, { publish: how.publish, isLocked: true }), how)
  const needed = isConfirmed ? null : toConfirm(judged.map(bitsOf))
  if (needed && how.confirm !== needed.rows) throw new Refusal(409, confirmSentence(needed), { confirm: needed })
  const answer = answerOf(judged, false)
  if (answer.counts.changed + answer.counts.new > 0)
    await recorderIn(tx, { user, request })('products imported', ['catalogue', newId()], { after: answer.counts })
  await writeProducts(tx, judged, { actorId: user?._id ?? null, request })
  return answer
}

const answerOf = (judged: CheckedProduct[], isPreview: boolean): ImportAnswer => {
  const counts = { new: 0, changed: 0, unchanged: 0, refused: 0 }
  for (const { verdict } of judged) counts[verdict] += 1
  return {
    message: isPreview ? 'Nothing has been written yet.' : 'Products have been imported !',
    counts,
    rows: judged.map(({ row, verdict, shown, count }) => ({
      row,
      verdict,
      ...shown,
      ...(count !== undefined && { count }),
    })),
  }
}

const uniqueViolation = '23505'

export const isTaken = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === uniqueViolation

/** The database rejected a value, and a retry with the same values would fail as well. */
export const isUnfit = (error: unknown): boolean => error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '')
