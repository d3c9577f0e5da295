import { startReader } from '#imports/web/sheet-reader.ts'
import { plainName, plainNumber } from '../../licenses/plain-texts.ts'
import { type ExtractColumn, type ExtractColumns, matchColumns } from '../../extracts/match-columns.ts'

/** A board's extract, read in the browser. */
export interface ExtractFile {
  name: string
  headers: string[]
  rows: string[][]
  columns: ExtractColumns
}

/** The first sheet with rows; throws a message for a file that cannot be compared as a whole. */
export const readExtract = async (file: File): Promise<ExtractFile> => {
  const reader = startReader()
  try {
    const sheets = await reader.raw(file)
    const sheet = sheets.find(({ rows, isHidden }) => rows.length > 1 && !isHidden)
    if (!sheet) throw new Error('This file has no rows.')
    if (sheet.rowsPastLimit > 0)
      throw new Error('This file has more than 20,000 rows. Save only the businesses of the list, or split it.')
    const all = sheet.rows.map(({ cells }) => cells)
    const { headerRow, columns } = matchColumns(all)
    return { name: file.name, headers: all[headerRow] ?? [], rows: all.slice(headerRow + 1), columns }
  } finally {
    reader.close()
  }
}

export const datesOf = ({ rows, columns: { expiresOn } }: Pick<ExtractFile, 'rows' | 'columns'>): string[] =>
  expiresOn < 0 ? [] : rows.map((row) => row[expiresOn] ?? '')

interface Keys {
  numbers: readonly string[]
  names: readonly string[]
}

/** The rows whose number or name is one of our records. City, State and ZIP code are added to the address. */
export const rowsToSend = ({ rows, columns }: ExtractFile, state: string, keys: Keys) => {
  const [numbers, names] = [new Set(keys.numbers), new Set(keys.names)]
  return rows.flatMap((row) => {
    const cell = (field: ExtractColumn) => (columns[field] < 0 ? '' : (row[columns[field]] ?? '').slice(0, 400))
    const [city, zip] = [cell('city'), cell('zip')]
    const address = [cell('address'), city, city || zip ? `${state} ${zip}` : ''].filter(Boolean).join(', ')
    const found = {
      number: cell('number').slice(0, 100),
      name: cell('name'),
      address: columns.address < 0 ? '' : address.slice(0, 400),
      status: cell('status'),
      expiresOn: cell('expiresOn'),
    }
    return numbers.has(plainNumber(found.number)) || names.has(plainName(found.name)) ? [found] : []
  })
}
