import { plainHeader } from '#shared/plain-header.ts'
import { type SheetCell, textOf } from '#spreadsheets/sheet-cell.ts'
import { asNumber, type NamedField, namedBy, nameOrNumber } from './header-names.ts'
import { fieldsFor, type ImportOf, type SheetField } from './import-fields.ts'

/** Columns that match a field equally well; the user has to choose one. */
export interface ColumnQuestion {
  field: SheetField
  columns: number[]
}

export interface FoundImportColumns {
  fields: (SheetField | null)[]
  questions: ColumnQuestion[]
}

interface ColumnSample {
  /** The cells below the headers. */
  samples?: readonly (readonly string[])[]
  /** Hidden columns are ignored unless the user chooses them. */
  hidden?: readonly number[]
}

/** Maps columns to fields. The portal's own names win over aliases; two equal columns for one field are a question. */
export const findImportColumns = (
  headers: readonly string[],
  kind: ImportOf = 'products',
  { samples = [], hidden = [] }: ColumnSample = {},
): FoundImportColumns => {
  const named = headers.map((header, at): NamedField | undefined => {
    if (hidden.includes(at)) return undefined
    const cells = samples.map((row) => row[at] ?? '').filter((cell) => cell !== '')
    const holdsNumbers = cells.length > 0 && cells.filter(isNumber).length * 2 > cells.length
    return nameOrNumber.includes(plainHeader(header)) && holdsNumbers ? asNumber : namedBy(header, kind)
  })
  const fields = headers.map((): SheetField | null => null)
  const questions: ColumnQuestion[] = []
  for (const field of Object.keys(fieldsFor[kind]) as SheetField[]) {
    const ranks = named.flatMap((one) => (one?.field === field ? [one.rank] : []))
    const columns = [...named.keys()].filter(
      (at) => named[at]?.field === field && named[at].rank === Math.min(...ranks),
    )
    const [only] = columns
    if (columns.length > 1) questions.push({ field, columns })
    else if (only !== undefined) fields[only] = field
  }
  return { fields, questions }
}

/** The question as an error message, for files that are imported without a user interface. */
export const questionSentence = (
  { field, columns }: ColumnQuestion,
  headers: readonly string[],
  kind: ImportOf,
): string => {
  const label = fieldsFor[kind][field] ?? field
  const quoted = columns.map((at) => `“${(headers[at] ?? '').slice(0, 60)}”`)
  const several = `${columns.length === 2 ? 'Two' : columns.length} columns could be ${label}`
  return `${several}: ${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)}. Send one of them as “${label}” and leave the others out.`
}

const rowsLookedAt = 30

/** Scores a row as the header row. A column that identifies a product or a customer counts most. */
const scoreOf = (row: readonly unknown[], kind: ImportOf): number => {
  const { fields, questions } = findImportColumns(row.map(String), kind)
  const known = [...fields.filter((field) => field !== null), ...questions.map(({ field }) => field)]
  return known.length + (known.includes('ndcNumber') || known.includes('customer') || known.includes('email') ? 1.5 : 0)
}

/** The header row: the row with the most known names; -1 if there is none. */
export const findHeaderRow = (rows: readonly (readonly unknown[])[], kind: ImportOf = 'products'): number => {
  const scores = rows.slice(0, rowsLookedAt).map((row) => scoreOf(row, kind))
  const most = Math.max(0, ...scores)
  return most >= 1 ? scores.indexOf(most) : -1
}

/** The sheet with rows whose columns match best. */
export const findSheet = (
  sheets: readonly (readonly (readonly unknown[])[])[],
  kind: ImportOf = 'products',
): number => {
  const scores = sheets.map((rows) => {
    const at = findHeaderRow(rows, kind)
    const isFilled = rows.slice(at + 1).some((row) => row.some((cell) => cell !== null && cell !== ''))
    return at < 0 ? 0 : scoreOf(rows[at] ?? [], kind) + (isFilled ? 100 : 0)
  })
  return Math.max(0, scores.indexOf(Math.max(...scores)))
}

/** The fields of the columns, each once. */
export const namedIn = (fields: readonly (SheetField | null)[]): SheetField[] => [
  ...new Set(fields.filter((field) => field !== null)),
]

/** Names and descriptions can be joined from several columns; every other field has one column. */
export const canBeJoined = (field: SheetField): boolean => field === 'name' || field === 'description'

/** The value of each field in a row. */
export const joinColumns = <Cell extends SheetCell>(
  cells: readonly Cell[],
  fields: readonly (SheetField | null)[],
): Partial<Record<SheetField, Cell | string>> => {
  const values: Partial<Record<SheetField, Cell | string>> = {}
  fields.forEach((field, at) => {
    const cell = cells[at]
    if (!field || cell === undefined || textOf(cell) === '') return
    const before = values[field]
    if (before !== undefined && canBeJoined(field)) values[field] = `${textOf(before)} ${textOf(cell)}`
    else values[field] = typeof cell === 'string' ? cell.trim() : cell
  })
  return values
}

/** Whether codes without dashes have 11 digits here, so that a shorter one has lost its leading zeros. */
export const hasElevenDigits = (codes: Iterable<string>): boolean => {
  let isSeen = false
  for (const code of codes) {
    if (/^\d{11}$/.test(code)) isSeen = true
    // A shorter code kept its zero, so the file writes ten digits on purpose.
    else if (/^0\d{1,9}$/.test(code)) return false
  }
  return isSeen
}

/** The form of item numbers, with up to three letters: "104233", "SKU-104233", "00093-0058-01". */
const numberForm = /^(?:\p{L}{0,3}[-_#./ ]?)\d[\d\-_./ ]{2,}\p{L}?$/u

/** Whether a text is a product's number rather than its name. */
export const isNumber = (text: string): boolean => numberForm.test(text.trim()) || !/\p{L}/u.test(text)
