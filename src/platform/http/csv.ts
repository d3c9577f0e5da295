import { Readable } from 'node:stream'
import type { ServedFile } from './serve-file.ts'
import { byteOrderMark, csvLine, type CsvValue } from '#shared/write-csv.ts'

const rowsAtATime = 1_000

/** The columns of a file: what each is called, and what it says of a row. */
export type CsvColumns<R> = Record<string, (row: R) => CsvValue>

interface CsvOf<R> {
  columns: CsvColumns<R>
  ids: readonly string[]
  /** Rows of some ids, in their order. */
  read: (ids: readonly string[]) => Promise<R[]>
}

/** A file that is written while it is read: only some rows are in memory at any moment. */
export const csvFile = <R>(name: string, { columns, ids, read }: CsvOf<R>): ServedFile => ({
  type: 'text/csv; charset=utf-8',
  name,
  content: Readable.from(
    (async function* () {
      yield byteOrderMark + csvLine(Object.keys(columns))
      for (let start = 0; start < ids.length; start += rowsAtATime)
        yield (await read(ids.slice(start, start + rowsAtATime)))
          .map((row) => csvLine(Object.values(columns).map((valueOf) => valueOf(row))))
          .join('')
    })(),
  ),
})
