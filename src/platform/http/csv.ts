import { Readable } from 'node:stream'

export type CsvValue = string | number | boolean | null

const rowsAtATime = 1_000
const byteOrderMark = '\u{feff}'

/** Text that a spreadsheet would take for a formula gets an apostrophe before it; numbers stay numbers. */
const cell = (value: CsvValue): string => {
  const text = typeof value === 'string' ? value.replace(/^(?=[=+\-@\t\r\n])/, "'") : String(value ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export const csvLine = (values: readonly CsvValue[]): string => `${values.map(cell).join(',')}\r\n`

interface CsvOf<R> {
  titles: readonly string[]
  ids: readonly string[]
  /** Rows of some ids, in their order. */
  read: (ids: readonly string[]) => Promise<R[]>
  values: (row: R) => CsvValue[]
}

/** A file that is written while it is read: only some rows are in memory at any moment. */
export const csvOf = <R>({ titles, ids, read, values }: CsvOf<R>): Readable =>
  Readable.from(
    (async function* () {
      yield byteOrderMark + csvLine(titles)
      for (let start = 0; start < ids.length; start += rowsAtATime)
        yield (await read(ids.slice(start, start + rowsAtATime))).map((row) => csvLine(values(row))).join('')
    })(),
  )
