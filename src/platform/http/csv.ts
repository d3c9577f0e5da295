import { Readable } from 'node:stream'
import type { ServedFile } from './serve-file.ts'
import { byteOrderMark, csvLine, type CsvValue } from '#shared/write-csv.ts'

const rowsAtATime = 1_000

/** Column titles of a file, each with the value of a row. */
export type CsvColumns<R> = Record<string, (row: R) => CsvValue>

export interface RowsOfFile<R> {
  columns: CsvColumns<R>
  ids: readonly string[]
  /** Reads the rows with these IDs, in their order. */
  read: (ids: readonly string[]) => Promise<R[]>
}

/** Streams a CSV file in batches, so that only one batch of rows is in memory. */
export const csvFile = <R>(name: string, { columns, ...rows }: RowsOfFile<R>): ServedFile => ({
  type: 'text/csv; charset=utf-8',
  name,
  content: Readable.from(
    (async function* () {
      yield byteOrderMark + csvLine(Object.keys(columns))
      for await (const some of rowsInTurn(rows))
        yield some.map((row) => csvLine(Object.values(columns).map((valueOf) => valueOf(row)))).join('')
    })(),
  ),
})

/** A CSV file of rows that are in memory already. */
export const csvOfRows = <R>(name: string, columns: CsvColumns<R>, rows: readonly R[]): ServedFile =>
  csvFile(name, {
    columns,
    ids: rows.map((_, at) => String(at)),
    read: (ids) => Promise.resolve(rows.slice(Number(ids[0] ?? 0), Number(ids.at(-1) ?? -1) + 1)),
  })

export const rowsInTurn = async function* <R>({ ids, read }: Pick<RowsOfFile<R>, 'ids' | 'read'>) {
  for (let start = 0; start < ids.length; start += rowsAtATime) yield read(ids.slice(start, start + rowsAtATime))
}
