import { readFile } from 'node:fs/promises'
import type { Db } from '#platform/db/tables.ts'
import { decodeText } from '#shared/decode-text.ts'
import { readCsv } from '#shared/read-csv.ts'
import type { ImportAnswer } from './contract.ts'
import { importFields, type SheetField } from './import-fields.ts'
import { importProducts, previewRows } from './import-products.ts'
import { bitsOf, confirmSentence, toConfirm } from './row-margins.ts'
import { findImportColumns, findHeaderRow, hasElevenDigits, joinColumns, questionSentence } from './match-columns.ts'

interface FileImport {
  file: string
  /** Columns for fields that the headers do not name: `name=brand+strength`. */
  columns: string[]
  /** Whether rows that need review are imported; they are skipped otherwise. */
  takesNoted?: boolean
  /** The number of rows that change by a wide margin, from the refusal. */
  confirm?: number
  /** Called after each part with the progress so far. */
  onPart?: (counts: ImportAnswer['counts'], rows: number) => void
  onRefused?: (row: number, reason: string) => void
}

const rowsAPart = 1_000

/** Imports a CSV file of any length in atomic parts; run again, it resumes, as known rows change nothing. */
export const importFile = async (
  db: Db,
  { file, columns, takesNoted = false, confirm, onPart, onRefused }: FileImport,
): Promise<ImportAnswer['counts']> => {
  const { rows, firstLine } = await readRows(file, columns)
  const codes = rows.map(({ ndcNumber = '' }) => ndcNumber).filter((code) => /^\d{1,11}$/.test(code))
  const how = {
    preview: false,
    publish: true,
    elevenDigits: hasElevenDigits(codes),
    ...(takesNoted && { take: 'all' }),
  }
  const starts = Array.from({ length: Math.ceil(rows.length / rowsAPart) }, (_, at) => at * rowsAPart)
  const bits: number[] = []
  for (const start of starts)
    bits.push(...(await previewRows(db, rows.slice(start, start + rowsAPart), how)).map(bitsOf))
  const needed = toConfirm(bits)
  if (needed && confirm !== needed.rows) throw new Error(confirmSentence(needed))
  const total = { new: 0, changed: 0, unchanged: 0, refused: 0 }
  for (const start of starts) {
    const part = rows.slice(start, start + rowsAPart)
    const answer = await importProducts(db, { user: null, request: null, rows: part, how, isConfirmed: true })
    for (const { verdict, reason = '', row } of answer.rows) {
      total[verdict] += 1
      if (verdict === 'refused') onRefused?.(firstLine + start + row - 1, reason)
    }
    onPart?.(total, start + part.length)
  }
  return total
}

type SheetRow = Partial<Record<SheetField, string>>

const readRows = async (file: string, columns: string[]): Promise<{ rows: SheetRow[]; firstLine: number }> => {
  const refuse = (sentence: string) => new Error(sentence)
  const lines = [...readCsv(decodeText(await readFile(file), refuse), refuse)].flatMap(({ rows }) => rows)
  const header = findHeaderRow(lines)
  if (header < 0 && columns.length === 0)
    throw new Error('The file has no row that names its columns, such as NDC Number and Price.')
  const at = Math.max(header, 0)
  const fields = fieldsOf(lines[at] ?? [], columns)
  return { rows: lines.slice(at + 1).map((cells) => joinColumns(cells, fields)), firstLine: at + 2 }
}

/** Maps columns by their headers and by the operator's choices. An ambiguous column without a choice is an error. */
const fieldsOf = (headers: string[], columns: string[]): (SheetField | null)[] => {
  const { fields, questions } = findImportColumns(headers)
  const said = new Set<string>()
  for (const one of columns) {
    const [field = '', names = ''] = one.split('=')
    if (!Object.hasOwn(importFields, field))
      throw new Error(`There is no field ${field}. There are: ${Object.keys(importFields).join(', ')}.`)
    said.add(field)
    for (const name of names.split('+')) {
      const at = headers.indexOf(name)
      if (at < 0) throw new Error(`The file has no column ${name}. It has: ${headers.join(', ')}.`)
      fields[at] = field as SheetField // a known field, checked above
    }
  }
  const open = questions.find(({ field }) => !said.has(field))
  if (open) throw new Error(`${questionSentence(open, headers, 'products')} Or say ${open.field}=COLUMN.`)
  return fields
}
