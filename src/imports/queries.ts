import { sql } from 'kysely'
import type { Db } from '#platform/db/tables.ts'
import { type CsvColumns, csvFile } from '#platform/http/csv.ts'
import { notFound } from '#platform/http/refusal.ts'
import type { ServedFile } from '#platform/http/serve-file.ts'
import type { PageOfRows } from './contract.ts'
import { countPictures } from './count-pictures.ts'
import { type Import, type ImportRow, importRowsPerPage } from './import-shapes.ts'
import { confirmationFor } from './select-rows.ts'

const importsAPage = 30

export const listImports = async (db: Db, page: number): Promise<{ imports: Import[]; count: number }> => {
  const [rows, { count }] = await Promise.all([
    importsIn(db)
      .orderBy('import.created_at', 'desc')
      .orderBy('import.id')
      .limit(importsAPage)
      .offset((page - 1) * importsAPage)
      .execute(),
    db
      .selectFrom('import')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  const pictures = await countPictures(
    db,
    rows.map(({ id }) => id),
  )
  return { imports: rows.map((one) => asImport(one, pictures(one.id))), count: Number(count) }
}

export const findImport = async (db: Db, id: string): Promise<Import> => {
  const one = await importsIn(db).where('import.id', '=', id).executeTakeFirst()
  if (!one) throw notFound('Import')
  const confirm = one.state === 'ready' ? await confirmationFor(db, id) : null
  return { ...asImport(one, (await countPictures(db, [id]))(id)), ...(confirm && { confirm }) }
}

const importsIn = (db: Db) =>
  db
    .selectFrom('import')
    .innerJoin('user_account', 'user_account.id', 'import.owner_id')
    .selectAll('import')
    .select(sql<string>`trim(user_account.name || ' ' || user_account.last_name)`.as('owner'))

type Found = Awaited<ReturnType<ReturnType<typeof importsIn>['executeTakeFirstOrThrow']>>

const asImport = (one: Found, pictures: Import['pictures']): Import => {
  const written = one.result.new + one.result.changed
  const isBack = one.state === 'undoing' || one.state === 'undone'
  return {
    _id: one.id,
    kind: one.kind,
    fileName: one.file_name,
    about: one.settings.about,
    owner: one.owner,
    state: one.state,
    rowCount: one.row_count,
    received: one.received,
    counts: one.counts,
    taken: one.taken,
    result: one.result,
    done: isBack ? one.undone_count + one.kept_count : written + one.result.unchanged + one.result.refused,
    toDo: isBack ? written : one.counts.new + one.counts.changed - one.counts.noted + one.taken,
    undone: one.undone_count,
    kept: one.kept_count,
    countedAt: one.settings.countedAt,
    problem: one.problem,
    pictures,
    createdAt: one.created_at.toISOString(),
    startedAt: one.started_at?.toISOString() ?? null,
    finishedAt: one.finished_at?.toISOString() ?? null,
  }
}

/** A page of the rows of one kind. */
export const listRows = async (
  db: Db,
  id: string,
  { show, page }: PageOfRows,
): Promise<{ rows: ImportRow[]; count: number }> => {
  await findImport(db, id)
  const [rows, { count }] = await Promise.all([
    rowsIn(db, id)
      .where(isShown(show))
      .orderBy('import_row.row')
      .limit(importRowsPerPage)
      .offset((page - 1) * importRowsPerPage)
      .execute(),
    joined(db, id)
      .where(isShown(show))
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  return { rows: rows.map(asRow), count: Number(count) }
}

const joined = (db: Db, id: string) =>
  db
    .selectFrom('import_row')
    .leftJoin('import_change', (join) =>
      join
        .onRef('import_change.import_id', '=', 'import_row.import_id')
        .onRef('import_change.row', '=', 'import_row.row'),
    )
    .leftJoin('import_picture', (join) =>
      join
        .onRef('import_picture.import_id', '=', 'import_row.import_id')
        .onRef('import_picture.row', '=', 'import_row.row'),
    )
    .where('import_row.import_id', '=', id)

const rowsIn = (db: Db, id: string) =>
  joined(db, id).select([
    'import_row.row',
    'verdict',
    'shown',
    'is_noted',
    'is_taken',
    'kept',
    'import_picture.state as pictured',
    'import_picture.problem as unpictured',
  ])

const isShown = (show: PageOfRows['show']) => {
  if (show === 'kept') return sql<boolean>`kept <> ''`
  if (show === 'noted') return sql<boolean>`is_noted`
  if (show === 'partial') return sql<boolean>`is_partial`
  if (show === 'unpictured') return sql<boolean>`import_picture.state = 'failed'`
  return sql<boolean>`verdict = ${sql.lit(show)}`
}

const asRow = ({
  row,
  verdict,
  shown,
  is_noted,
  is_taken,
  kept,
  pictured,
  unpictured,
}: Awaited<ReturnType<ReturnType<typeof rowsIn>['execute']>>[number]): ImportRow => ({
  row,
  verdict,
  ...shown,
  ...(is_noted && { isTaken: is_taken }),
  ...(kept && { kept }),
  ...(pictured && { picture: { state: pictured, problem: unpictured ?? '' } }),
})

/** The result of each row, as a CSV file. */
export const reportImport = async (db: Db, id: string, show: 'all' | 'refused' | 'kept'): Promise<ServedFile> => {
  const { fileName, kind } = await findImport(db, id)
  const rows = await joined(db, id)
    .select('import_row.row')
    .$if(show !== 'all', (query) => query.where(isShown(show === 'all' ? 'refused' : show)))
    .orderBy('import_row.row')
    .execute()
  return csvFile(`${show === 'refused' ? 'errors' : 'report'}-${fileName.replace(/\.[^.]*$/, '')}.csv`, {
    columns:
      kind === 'customers'
        ? reportColumns('Account ID', 'Company Name', 'Email')
        : reportColumns('NDC Number', 'Material Description', 'Customer'),
    ids: rows.map(({ row }) => String(row)),
    read: async (numbers) =>
      (
        await rowsIn(db, id)
          .where('import_row.row', '=', sql<number>`any(${numbers}::int[])`)
          .orderBy('import_row.row')
          .execute()
      ).map(asRow),
  })
}

/** With the names of the columns that identify a row. */
const reportColumns = (number: string, title: string, whose: string): CsvColumns<ImportRow> => ({
  Row: ({ row }) => row,
  Verdict: ({ verdict, isTaken }) => (isTaken === false ? 'skipped' : verdict),
  [number]: ({ ndcNumber }) => ndcNumber,
  [title]: ({ name }) => name,
  [whose]: ({ customer = '' }) => customer,
  What: ({ reason, changes = [] }) =>
    reason ??
    changes.map(({ field, before, after }) => `${field}: ${before || '(empty)'} → ${after || '(empty)'}`).join('; '),
  Remarks: ({ notes = [], unread = [], kept = '', picture }) =>
    [
      ...notes,
      ...unread,
      kept,
      picture?.state === 'waiting' ? 'The picture has not been fetched yet.' : picture?.problem,
    ]
      .filter(Boolean)
      .join(' '),
})
