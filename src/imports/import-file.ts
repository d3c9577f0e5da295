import { randomUUID } from 'node:crypto'
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
  const elevenDigits = await writesElevenDigits(file, columns)
  const how = { preview: false, publish: true, elevenDigits, ...(takesNoted && { take: 'all' }) }
  const bits: number[] = []
  for await (const { rows } of partsOf(file, columns)) bits.push(...(await previewRows(db, rows, how)).map(bitsOf))
  const needed = toConfirm(bits)
  if (needed && confirm !== needed.rows) throw new Error(confirmSentence(needed))
  const run = randomUUID()
  const total = { new: 0, changed: 0, unchanged: 0, refused: 0 }
  let part = 0
  let rows = 0
  for await (const batch of partsOf(file, columns)) {
    const answer = await importProducts(db, {
      actorId: null,
      rows: batch.rows,
      how: { ...how, run, part: part++ },
      request: null,
      isConfirmed: true,
    })
    for (const { verdict, reason = '', row } of answer.rows) {
      total[verdict] += 1
      if (verdict === 'refused') onRefused?.(batch.firstLine + row - 1, reason)
    }
    rows += batch.rows.length
    onPart?.(total, rows)
  }
  return total
}

const writesElevenDigits = async (file: string, columns: string[]): Promise<boolean> => {
  const codes: string[] = []
  for await (const { rows } of partsOf(file, columns)) {
    codes.push(...rows.map(({ ndcNumber = '' }) => ndcNumber).filter((code) => /^\d{1,11}$/.test(code)))
    if (codes.length > 10_000) break
  }
  return hasElevenDigits(codes)
}

type SheetRow = Partial<Record<SheetField, string>>

async function* partsOf(file: string, columns: string[]): AsyncGenerator<{ firstLine: number; rows: SheetRow[] }> {
  const { header, headerLine } = await headerIn(file, columns)
  const fields = fieldsOf(header, columns)
  let line = 0
  let rows: SheetRow[] = []
  for await (const cells of linesOf(file)) {
    line += 1
    if (line <= headerLine) continue
    rows.push(joinColumns(cells, fields))
    if (rows.length < rowsAPart) continue
    yield { firstLine: line - rows.length + 1, rows }
    rows = []
  }
  if (rows.length > 0) yield { firstLine: line - rows.length + 1, rows }
}

const headerIn = async (file: string, columns: string[]): Promise<{ header: string[]; headerLine: number }> => {
  const first: string[][] = []
  for await (const cells of linesOf(file)) if (first.push(cells) === 30) break
  const at = findHeaderRow(first)
  if (at < 0 && columns.length === 0)
    throw new Error('The file has no row that names its columns, such as NDC Number and Price.')
  return { header: first[Math.max(at, 0)] ?? [], headerLine: Math.max(at, 0) + 1 }
}

async function* linesOf(file: string): AsyncGenerator<string[]> {
  const refuse = (sentence: string) => new Error(sentence)
  for (const { rows } of readCsv(decodeText(await readFile(file), refuse), refuse)) yield* rows
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
