import { plainHeader } from '#shared/plain-header.ts'
import { asNumber, type NamedField, namedBy, nameOrNumber } from './header-names.ts'
import { fieldsFor, type ImportOf, type SheetField } from './import-fields.ts'
import { isNumber } from './product-name.ts'
import { type SheetCell, textOf } from '#spreadsheets/sheet-cell.ts'

/** Columns of which any can be meant by a field: somebody has to say which. */
export interface ColumnQuestion {
  field: SheetField
  columns: number[]
}

export interface FoundImportColumns {
  fields: (SheetField | null)[]
  questions: ColumnQuestion[]
}

interface ColumnSample {
  /** What stands below the headers. */
  samples?: readonly (readonly string[])[]
  /** Columns that nobody sees are not meant unless somebody chooses them. */
  hidden?: readonly number[]
}

/** Which field each column holds. The portal's own names come before others; two columns of one field are a question. */
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

/** The question of a file that nobody is there to answer. */
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

/** How much speaks for a row being the one that names the columns; what tells a product or a customer says most. */
const scoreOf = (row: readonly unknown[], kind: ImportOf): number => {
  const { fields, questions } = findImportColumns(row.map(String), kind)
  const known = [...fields.filter((field) => field !== null), ...questions.map(({ field }) => field)]
  return known.length + (known.includes('ndcNumber') || known.includes('customer') || known.includes('email') ? 1.5 : 0)
}

/** The row that names the columns: the one most of whose cells the portal knows; -1 when none does. */
export const findHeaderRow = (rows: readonly (readonly unknown[])[], kind: ImportOf = 'products'): number => {
  const scores = rows.slice(0, rowsLookedAt).map((row) => scoreOf(row, kind))
  const most = Math.max(0, ...scores)
  return most >= 1 ? scores.indexOf(most) : -1
}

/** Of several sheets the one whose columns match best, and which has rows below them. */
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

/** The fields that columns hold, each once. */
export const namedIn = (fields: readonly (SheetField | null)[]): SheetField[] => [
  ...new Set(fields.filter((field) => field !== null)),
]

/** Names and descriptions may be put together from several columns; everything else has one. */
export const canBeJoined = (field: SheetField): boolean => field === 'name' || field === 'description'

/** What a row says of each field. */
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

/** True when codes of digits alone have 11 of them here, so that a shorter one has lost its zeros. */
export const hasElevenDigits = (codes: Iterable<string>): boolean => {
  let isSeen = false
  for (const code of codes) {
    if (/^\d{11}$/.test(code)) isSeen = true
    // A code that kept its zero and still is shorter: then ten digits are a notation of their own.
    else if (/^0\d{1,9}$/.test(code)) return false
  }
  return isSeen
}
