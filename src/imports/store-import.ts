import { sql } from 'kysely'
import { act } from '#platform/act.ts'
import { transaction } from '#platform/db/connect.ts'
import type { Db, Row, Tx } from '#platform/db/tables.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { Caller } from '#platform/http/bearer.ts'
import type { CallOf } from '#platform/http/serve.ts'
import type { imports } from './contract.ts'
import { importOptions, type ImportKind, type CheckedRow, refusedRow } from './import-kind.ts'
import { importKinds } from './import-kinds.ts'
import type { ImportCounts, ImportKindName, RowsPart } from './import-shapes.ts'
import { bitsOf } from './row-margins.ts'
import { columnsOfPart } from './row-columns.ts'

type SentPart = Pick<CallOf<typeof imports.addRows>, 'params' | 'body'> & { user: Pick<Caller, '_id'> }

/** Stores the next rows with their results. Rows that have already arrived are not taken twice. */
export const addRows = (db: Db, call: SentPart): Promise<void> => {
  const { id } = call.params
  return inTurn(id, checkPart(db, call), async (judged) => {
    if (judged) await transaction(db, (tx) => savePart(tx, id, call.body.start, judged))
  })
}

interface CheckedPart {
  kind: ImportKind
  rows: SentRow[]
  judged: CheckedRow[]
}

/** Runs while the database still writes the previous part; null for rows that have already arrived. */
const checkPart = async (db: Db, { params, body: part, user }: SentPart): Promise<CheckedPart | null> => {
  const one = await db.selectFrom('import').selectAll().where('id', '=', params.id).executeTakeFirst()
  if (!one) throw notFound('Import')
  if (one.owner_id !== user._id) throw new Refusal(403, 'Only the user who started an import can send its rows.')
  if (part.start < one.received) return null
  const rows = rowsOf(part, one.kind)
  const kind = importKinds[one.kind]
  return { kind, rows, judged: await kind.check(db, rows, importOptions(one)) }
}

const turns = new Map<string, Promise<void>>()

/** Writes the parts of an import in their order of arrival, however long their checks take. */
const inTurn = async <T>(id: string, judging: Promise<T>, write: (judged: T) => Promise<void>): Promise<void> => {
  const before = turns.get(id)
  const turn = judging.then(async (judged) => {
    await before?.catch(() => {})
    await write(judged)
  })
  turns.set(id, turn)
  try {
    await turn
  } finally {
    if (turns.get(id) === turn) turns.delete(id)
  }
}

const savePart = async (tx: Tx, id: string, start: number, { kind, rows, judged }: CheckedPart): Promise<void> => {
  const { received: before, state, row_count, counts } = await lockImport(tx, id)
  if (start < before) return
  if (start > before || state !== 'sending')
    throw new Refusal(409, `Send row ${before + 1} next.`, { received: before })
  const received = before + rows.length
  if (received > row_count)
    throw new Refusal(400, `The import was started with ${row_count} rows. Send no more than that.`)
  if (await isBehind(tx, id, rows[0]?.row ?? 0)) throw new Refusal(400, 'Send rows in the order of the sheet.')

  const sorted = await refuseDuplicates(tx, id, kind, judged)
  await saveRows(tx, id, rows, sorted.rows)
  await tx
    .updateTable('import')
    .set({
      received,
      counts: JSON.stringify(countsOf(counts, sorted)),
      ...(received === row_count && { state: 'ready' as const }),
    })
    .where('id', '=', id)
    .execute()
}

/** Deletes an import that was not applied. */
export const discardImport = (db: Db, { params: { id }, ...acting }: CallOf<typeof imports.discard>): Promise<void> =>
  act(db, acting, async ({ tx, record }) => {
    const { state, file_name } = await lockImport(tx, id)
    if (state !== 'sending' && state !== 'ready')
      throw new Refusal(409, 'This import was applied. It can be undone but not discarded.')
    await tx.deleteFrom('import').where('id', '=', id).execute()
    await record('import discarded', ['import', id], { before: { fileName: file_name } })
  })

export const lockImport = async (tx: Tx, id: string): Promise<Row<'import'>> => {
  const one = await tx.selectFrom('import').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!one) throw notFound('Import')
  return one
}

interface SentRow {
  row: number
  facts: Record<string, string | number | boolean>
}

const rowsOf = ({ fields: headers, rows }: RowsPart, kind: ImportKindName): SentRow[] => {
  const fields = columnsOfPart(headers, kind)
  let last = 0
  return rows.map(([row, ...cells]) => {
    if (typeof row !== 'number' || !Number.isInteger(row) || row <= last || row > 2_000_000_000)
      throw new Refusal(400, 'Each row must start with its row number, in ascending order.')
    last = row
    const facts: SentRow['facts'] = {}
    cells.forEach((cell, at) => {
      const field = fields[at]
      if (!field || cell === null || cell === '' || cell === undefined) return
      // PostgreSQL would refuse the whole part. This replacement makes only the row unreadable.
      if (typeof cell === 'string') facts[field] = isStorable(cell) ? cell : '\u0001'
      else if (typeof cell === 'number' || typeof cell === 'boolean') facts[field] = cell
      else throw new Refusal(400, 'A cell has a value that is not text.')
    })
    return { row, facts }
  })
}

const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000')

const isBehind = async (tx: Tx, id: string, row: number): Promise<boolean> => {
  const later = await tx
    .selectFrom('import_row')
    .select('row')
    .where('import_id', '=', id)
    .where('row', '>=', row)
    .limit(1)
    .executeTakeFirst()
  return later !== undefined
}

interface RefusedRow {
  /** The verdict before. */
  verdict: string
  is_noted: boolean
  is_partial: boolean
}

interface Sorted {
  rows: CheckedRow[]
  /** Rows of earlier parts that are refused now. */
  recalled: RefusedRow[]
}

/** Of duplicate rows anywhere in the file, the first one counts, or none. */
const refuseDuplicates = async (tx: Tx, id: string, kind: ImportKind, judged: CheckedRow[]): Promise<Sorted> => {
  const codes = [...new Set(judged.flatMap(({ code }) => code || []))]
  const firsts = await firstRowsOf(tx, id, codes)
  const recalled = new Map<number, string>()
  const rows = judged.map((one) => {
    if (!one.code || one.verdict === 'refused') return one
    const first = firsts.get(one.code)
    if (first === undefined) firsts.set(one.code, one.row)
    if (first === undefined) return one
    const reason = kind.duplicateMessage(first, one.row)
    if (!kind.firstCounts && !recalled.has(first)) recalled.set(first, reason)
    return asRefused(one, reason)
  })
  return {
    rows: rows.map((one) => {
      const reason = recalled.get(one.row)
      return reason ? asRefused(one, reason) : one
    }),
    recalled: await refuseRows(tx, id, recalled),
  }
}

/** One lookup per code. A single query for all codes would read every row that has arrived, again for each part. */
const firstRowsOf = async (tx: Tx, id: string, codes: string[]): Promise<Map<string, number>> => {
  const { rows } = await sql<{ code: string; row: number }>`
    select wanted.code, min(earlier.row) as row
    from unnest(${codes}::text[]) as wanted (code)
    cross join lateral (
      select row from import_row where import_id = ${id}::uuid and import_row.code = wanted.code and import_row.code <> ''
      offset 0
    ) as earlier
    group by wanted.code`.execute(tx)
  return new Map(rows.map(({ code, row }) => [code, row]))
}

const asRefused = ({ row, code, shown: { ndcNumber, name, customer } }: CheckedRow, reason: string): CheckedRow => ({
  ...refusedRow(row, { ndcNumber, name, ...(customer && { customer }) }, reason),
  code,
})

/** Refuses rows that were accepted before. */
export const refuseRows = async (tx: Tx, id: string, reasons: Map<number, string>): Promise<RefusedRow[]> => {
  if (reasons.size === 0) return []
  const { rows } = await sql<RefusedRow>`
    update import_row set verdict = 'refused', is_noted = false, is_partial = false, margin = 0,
      shown = (import_row.shown::jsonb - 'changes' - 'notes' - 'unread') || jsonb_build_object('reason', recalled.reason)
    from unnest(${[...reasons.keys()]}::int[], ${[...reasons.values()]}::text[]) as recalled (row, reason)
    join import_row before on before.import_id = ${id}::uuid and before.row = recalled.row
    where import_row.import_id = before.import_id and import_row.row = before.row and before.verdict <> 'refused'
    returning before.verdict, before.is_noted, before.is_partial`.execute(tx)
  return rows
}

/** One line per row, because JSON has no line breaks. One JSON value would be parsed twice and copied again. */
export const toJsonLines = (values: unknown[]): string => values.map((value) => JSON.stringify(value)).join('\n')

const saveRows = async (tx: Tx, id: string, rows: SentRow[], judged: CheckedRow[]): Promise<void> => {
  await sql`
    insert into import_row (import_id, row, code, verdict, is_noted, is_partial, margin, facts, shown)
    select ${id}::uuid, row, code, verdict, is_noted, is_partial, margin, facts::json, shown::json
    from unnest(
      ${judged.map(({ row }) => row)}::int[],
      ${judged.map(({ code }) => code)}::text[],
      ${judged.map(({ verdict }) => verdict)}::text[],
      ${judged.map(isNoted)}::boolean[],
      ${judged.map(({ shown }) => shown.unread !== undefined)}::boolean[],
      ${judged.map(bitsOf)}::smallint[],
      string_to_array(${toJsonLines(rows.map(({ facts }) => facts))}::text, chr(10)),
      string_to_array(${toJsonLines(judged.map(({ shown }) => shown))}::text, chr(10))
    ) as kept (row, code, verdict, is_noted, is_partial, margin, facts, shown)`.execute(tx)
}

const isNoted = ({ verdict, shown }: Pick<CheckedRow, 'verdict' | 'shown'>): boolean =>
  verdict !== 'refused' && (shown.notes?.length ?? 0) > 0

const countsOf = (before: ImportCounts, { rows, recalled }: Sorted): ImportCounts => {
  const counts = { ...before }
  for (const one of rows) {
    counts[one.verdict] += 1
    if (isNoted(one)) counts.noted += 1
    if (one.shown.unread) counts.partial += 1
  }
  return withRefused(counts, recalled)
}

export const withRefused = (before: ImportCounts, refused: RefusedRow[]): ImportCounts => {
  const counts = { ...before }
  for (const { verdict, is_noted, is_partial } of refused) {
    counts[verdict as 'new' | 'changed' | 'unchanged'] -= 1 // as the table's check constraint says
    counts.refused += 1
    if (is_noted) counts.noted -= 1
    if (is_partial) counts.partial -= 1
  }
  return counts
}
