import { byteOrderMark, csvLine, type CsvValue } from '#shared/write-csv.ts'
import { saveFile } from '#web/download.ts'

/** Offers the rows that the screen shows as a CSV file. */
export const saveTable = (name: string, rows: readonly CsvValue[][]): void =>
  saveFile(byteOrderMark + rows.map(csvLine).join(''), 'text/csv;charset=utf-8', `${name}.csv`)
