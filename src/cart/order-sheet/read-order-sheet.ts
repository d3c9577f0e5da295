import { bareCode, countInCode, isCaseCode, isCode } from './code-cell.ts'
import {
  findOrderColumns,
  type FoundOrderColumns,
  type OrderColumnMap,
  type PacksOf,
  widthOf,
  widthsOf,
} from './find-columns.ts'
import { findHeader, type FoundHeader } from './find-header.ts'
import { headerSignature, isCodeMeaning, isQuantityMeaning, meaningOfHeader } from './order-headers.ts'
import { plainText } from './plain-text.ts'
import { readQuantityCell } from './quantity-cell.ts'
import { columnName, type SourceRow, type SourceSheet, textOfRow } from './source-sheet.ts'
import { isPackageUnit } from './unit-words.ts'
import { areNumbered, type ParsedOrderLine, readWrittenLine } from './written-line.ts'

/** A row, column or sheet that was not read, for display. */
export interface LeftOut {
  what: 'header' | 'hiddenRow' | 'hiddenColumn' | 'otherSheet' | 'hiddenSheet' | 'pastLimit' | 'noCode' | 'notOrdered'
  /** The row number; 0 for columns and sheets. */
  at: number
  text: string
  /** The sheet index, if a sheet was skipped. */
  sheet?: number | undefined
}

export interface OrderReading {
  /** The index of the sheet that was read. */
  sheet: number
  headers: string[]
  /** Null if each line was parsed as text. */
  columns: OrderColumnMap | null
  /** If false, the user must confirm the proposed columns; until then no line has a quantity. */
  isSure: boolean
  /** Whether the header identifies the quantity column or the user chose it. */
  isNamed: boolean
  /** Whether the result may change once pack sizes are known. */
  dependsOnPacks: boolean
  /** Equal for files with the same headers; empty without headers. */
  signature: string
  lines: ParsedOrderLine[]
  leftOut: LeftOut[]
  /** The first rows below the header, for the column question. */
  preview: SourceRow[]
}

export const maxOrderLines = 1_000
const rowsInPreview = 5

interface Choice {
  sheet?: number | undefined
  columns?: OrderColumnMap | undefined
  /** The user's earlier choice for files with these headers. */
  remembered?: ((signature: string) => OrderColumnMap | undefined) | undefined
  packsOf?: PacksOf | undefined
}

/** Reads every sheet before choosing; columns are certain, chosen by the user or left as a question. */
export const readOrderSheets = (sheets: readonly SourceSheet[], choice: Choice = {}): OrderReading => {
  const readings = sheets.map((sheet, at) =>
    readSheet(sheet, at, { ...choice, ...(at !== choice.sheet && sheets.length > 1 && { columns: undefined }) }),
  )
  const strengths = readings.map((reading, at) => (sheets[at]?.isHidden ? 0 : strengthOf(reading)))
  const most = Math.max(...strengths)
  const best = readings[choice.sheet ?? strengths.findIndex((one) => one === most || one >= 2)]
  if (!best) return emptyReading
  const others = readings.flatMap(({ sheet, lines, columns }): LeftOut[] => {
    if (sheet === best.sheet || (columns === null && !lines.some(hasCode)) || lines.length === 0) return []
    return [
      { what: sheets[sheet]?.isHidden ? 'hiddenSheet' : 'otherSheet', at: 0, text: sheets[sheet]?.name ?? '', sheet },
    ]
  })
  // A workbook with two order sheets is ambiguous.
  const isOneOfMany = choice.sheet === undefined && strengths.filter((one) => one === most || one >= 2).length > 1
  return {
    ...(isOneOfMany && most > 0 ? asQuestion(best) : best),
    leftOut: [...others, ...best.leftOut],
  }
}

const emptyReading: OrderReading = {
  sheet: 0,
  headers: [],
  columns: null,
  isSure: true,
  isNamed: false,
  dependsOnPacks: false,
  signature: '',
  lines: [],
  leftOut: [],
  preview: [],
}

const hasCode = ({ code, problem }: ParsedOrderLine): boolean => isCode(code) && problem !== 'noCode'

/** How likely this is an order: 3 with quantities, 2 with lines to review, 1 with codes only. */
const strengthOf = ({ lines, isSure, columns }: OrderReading): number => {
  if (columns === null)
    return !lines.some(hasCode) ? 0 : lines.some((line) => line.quantity !== '' && hasCode(line)) ? 3 : 1
  if (lines.length === 0) return 0
  if (lines.some(({ quantity }) => quantity !== '')) return 3
  return isSure ? 1 : 2
}

const asQuestion = (reading: OrderReading): OrderReading => ({
  ...reading,
  isSure: false,
  lines: reading.lines.map((line) => ({
    ...line,
    quantity: '',
    said: line.said || line.quantity,
    problem: 'noColumn',
  })),
})

const isFilled = ({ cells }: SourceRow): boolean => cells.some((cell) => plainText(cell) !== '')

const leftAs =
  (what: LeftOut['what']) =>
  (row: SourceRow): LeftOut => ({ what, at: row.at, text: textOfRow(row) })

const readSheet = (sheet: SourceSheet, at: number, choice: Choice): OrderReading => {
  const filled = sheet.rows.filter(isFilled)
  // A hidden header row still names the columns below it.
  const header = sheet.isScanned ? null : findHeader(filled)
  const body = filled.slice(header?.end ?? 0).filter(({ isHidden }) => !isHidden)
  const headers = header?.headers ?? []
  const signature = headerSignature(headers)
  const leftOut: LeftOut[] = [
    ...filled.slice(0, header?.end ?? 0).map(leftAs('header')),
    ...filled.slice(header?.end ?? 0).flatMap((row) => (row.isHidden ? [leftAs('hiddenRow')(row)] : [])),
    ...hiddenColumns(sheet, headers),
    ...(sheet.rowsPastLimit
      ? [{ what: 'pastLimit', at: 0, text: `${sheet.rowsPastLimit.toLocaleString('en-US')} more rows` } as const]
      : []),
  ]
  const found = sheet.isScanned ? null : columnsOf(sheet, body, header, choice)
  const base = { sheet: at, headers, signature, preview: body.slice(0, rowsInPreview) }
  const read = found ? readColumns(sheet, body, { header, found }) : readTexts(sheet, body, choice.packsOf)
  const lines = read.lines.slice(0, maxOrderLines).map((line) => asCase(line, sheet.isScanned))
  const reading: OrderReading = {
    ...base,
    columns: found?.columns ?? null,
    isSure: found?.isSure ?? true,
    isNamed: found?.isNamed ?? false,
    dependsOnPacks: found?.dependsOnPacks ?? true,
    lines,
    leftOut: [
      ...leftOut,
      ...read.leftOut,
      ...read.lines.slice(maxOrderLines).map(({ at: row, text }): LeftOut => ({ what: 'pastLimit', at: row, text })),
    ],
  }
  return reading.isSure ? reading : asQuestion(reading)
}

/** Case codes don't tell how many packages they contain; a scanned count may mean pieces. Both need a quantity. */
const asCase = (line: ParsedOrderLine, isScanned = false): ParsedOrderLine => {
  if (line.problem !== null) return line
  if (isCaseCode(line.code)) return { ...line, quantity: '', said: isScanned ? '' : line.quantity, problem: 'caseCode' }
  const count = isScanned ? countInCode(line.code) : null
  return count === null ? line : { ...line, quantity: '', said: String(count), problem: 'codeCount' }
}

const columnsOf = (
  sheet: SourceSheet,
  rows: readonly SourceRow[],
  header: FoundHeader | null,
  { columns, remembered, packsOf }: Choice,
): FoundOrderColumns | null => {
  const known = columns ?? (header ? remembered?.(headerSignature(header.headers)) : undefined)
  if (known) return { columns: known, otherCodes: [], isSure: true, isNamed: true, dependsOnPacks: false }
  return findOrderColumns({ rows, header, hidden: sheet.hiddenColumns ?? [], packsOf })
}

const hiddenColumns = ({ hiddenColumns: hidden = [], rows }: SourceSheet, headers: readonly string[]): LeftOut[] =>
  hidden
    .filter((column) => rows.some(({ cells }) => plainText(cells[column] ?? '') !== ''))
    .map((column) => ({ what: 'hiddenColumn', at: 0, text: headers[column] || columnName(column) }))

type ReadLines = Pick<OrderReading, 'lines' | 'leftOut'>

const readColumns = (
  sheet: SourceSheet,
  rows: readonly SourceRow[],
  { header, found }: { header: FoundHeader | null; found: FoundOrderColumns },
): ReadLines => {
  const { columns, isNamed } = found
  const isMoved = sheet.isDelimited ? movedRows(rows, header) : () => false
  const read: ReadLines = { lines: [], leftOut: [] }
  let isBelowOther = false
  for (const row of rows) {
    if (isRepeatedHeader(row)) {
      isBelowOther ||= !isSameHeader(row, header)
      read.leftOut.push(leftAs('header')(row))
      continue
    }
    const line = lineOf(row, found, header)
    const what = leftOutAs(line, isNamed && columns.quantity !== null)
    if (what) read.leftOut.push(leftAs(what)(row))
    else if (isBelowOther) read.lines.push(waiting(line, 'otherHeader'))
    else if (isMoved(row)) read.lines.push(isNamed || header ? waiting(line, 'otherWidth') : textLine(row))
    else read.lines.push(line)
  }
  return read
}

const waiting = (line: ParsedOrderLine, problem: 'otherHeader' | 'otherWidth'): ParsedOrderLine => ({
  ...line,
  quantity: '',
  said: line.said || line.quantity,
  problem,
})

/** Printed lists repeat their header on each page; a different header starts another list. */
const isRepeatedHeader = ({ cells }: SourceRow): boolean => {
  const texts = cells.map(plainText).filter(Boolean)
  if (texts.length < 2 || texts.some((text) => isCode(text) || readQuantityCell(text).kind !== 'text')) return false
  const meanings = texts.map(meaningOfHeader)
  return meanings.some(isCodeMeaning) && meanings.filter((meaning) => meaning !== 'other').length >= 2
}

const isSameHeader = ({ cells }: SourceRow, header: FoundHeader | null): boolean => {
  const own = cells.map(meaningOfHeader)
  return header === null
    ? !own.some(isQuantityMeaning)
    : header.meanings.every(
        (meaning, at) => meaning === (own[at] ?? 'other') || (meaning !== 'unit' && meaning === 'other'),
      )
}

/** Rows with an extra cell or missing cells: the values after the fault may be in the wrong column. */
const movedRows = (rows: readonly SourceRow[], header: FoundHeader | null): ((row: SourceRow) => boolean) => {
  const [usual] = widthsOf(rows)
  const most = Math.max(usual?.[0] ?? 0, header ? header.headers.findLastIndex((one) => one !== '') + 1 : 0)
  const filledAt = (width: number) => rows.filter((row) => widthOf(row) >= width).length
  return (row) => {
    const width = widthOf(row)
    if (width > most) return true
    return width < most && filledAt(most) >= rows.length * 0.8
  }
}

const textLine = (row: SourceRow): ParsedOrderLine => ({
  at: row.at,
  text: textOfRow(row),
  ...readWrittenLine(textOfRow(row)),
})

/** Totals and headings have no code. If a named quantity column is empty, the row was not ordered. */
const leftOutAs = (line: ParsedOrderLine, isList: boolean): 'noCode' | 'notOrdered' | null => {
  const isEmpty = line.quantity === '' && line.said === ''
  if (!/\d/.test(line.code)) {
    const isSum = /\b(?:sub)?total\b|\bsum\b|\bcount\b/i.test(line.text)
    return isEmpty || isSum ? 'noCode' : null
  }
  return isList && isEmpty ? 'notOrdered' : null
}

const lineOf = (
  row: SourceRow,
  { columns, otherCodes, isNamed }: FoundOrderColumns,
  header: FoundHeader | null,
): ParsedOrderLine => {
  const own = bareCode(row.cells[columns.code] ?? '')
  const other = otherCodes.map((at) => row.cells[at] ?? '').find(isCode)
  const code = /\d/.test(own) || other === undefined ? own : bareCode(other)
  // A line typed between the others in a different format.
  const isLabeled = row.cells.some((cell) => /^\s*(?:unit|uom|u\/m)\s*[:=]/i.test(cell))
  if (!isNamed && !header && (!isCode(code) || isLabeled)) return textLine(row)
  const line = { at: row.at, text: textOfRow(row), code, quantity: '', unit: '', said: '' }
  const problem = /\d/.test(code) ? null : 'noCode'
  if (columns.quantity === null) return { ...line, problem: problem ?? 'noColumn' }
  const written = plainText(row.cells[columns.quantity] ?? '')
  const cell = readQuantityCell(written)
  // A zero in the order column means the product is not ordered.
  if (cell.kind === 'empty' || (isNamed && /^-?0*(?:\.0+)?$|^-+$/.test(written)))
    return { ...line, problem: problem ?? 'noQuantity' }
  // Excel writes whole counts as 12.0 in columns with decimal formatting.
  if (problem === null && cell.kind === 'count' && (!cell.hasZeroDecimals || isNamed)) {
    const unitCell = columns.unit === null ? '' : plainText(row.cells[columns.unit] ?? '')
    return {
      ...line,
      quantity: String(cell.count),
      unit: cell.unit || unitCell || unitIn(header, columns),
      problem: null,
    }
  }
  return { ...line, said: written, problem: problem ?? 'unclearQuantity' }
}

/** The unit in the quantity header, as in "Order (bottles)" or "Cases". */
const unitIn = (header: FoundHeader | null, { quantity }: OrderColumnMap): string => {
  const words = plainText(header?.headers[quantity ?? -1] ?? '').split(/[^A-Za-z]+/)
  return words.findLast((word) => isPackageUnit(word) && !/^(?:pcs|pieces?|units?)$/i.test(word)) ?? ''
}

const readTexts = (sheet: SourceSheet, rows: readonly SourceRow[], packsOf: PacksOf | undefined): ReadLines => {
  if (sheet.isScanned) return { lines: rows.map(scannedLine), leftOut: [] }
  const [first, ...rest] = rows
  const hasHeader = first !== undefined && rest.length > 0 && isHeaderText(textOfRow(first))
  const texts = hasHeader ? rest : rows
  const isNumbered = areNumbered(texts.map(textOfRow))
  const lines = texts.map((row) => ({
    at: row.at,
    text: textOfRow(row),
    ...readWrittenLine(textOfRow(row), isNumbered),
  }))
  return {
    lines: packsOf ? withoutPacks(lines, packsOf) : lines,
    leftOut: hasHeader ? [leftAs('header')(first)] : [],
  }
}

const scannedLine = (row: SourceRow): ParsedOrderLine => {
  const code = textOfRow(row)
  return { at: row.at, text: code, code, quantity: '1', unit: '', said: '', problem: null }
}

/** If every number is a pack size, the lines were copied from a catalog and contain no quantities. */
const withoutPacks = (lines: ParsedOrderLine[], packsOf: PacksOf): ParsedOrderLine[] => {
  const known = lines.flatMap(({ code, quantity }) => {
    const packs = packsOf(code).filter((pack) => pack > 1)
    return quantity === '' || packs.length === 0 ? [] : [packs.includes(Number(quantity))]
  })
  if (known.length === 0 || !known.every(Boolean)) return lines
  return lines.map((line) =>
    line.quantity === '' ? line : { ...line, quantity: '', said: line.quantity, problem: 'packSize' },
  )
}

/** Recognizes "NDC Qty" above lines separated by spaces. */
const isHeaderText = (text: string): boolean => {
  const meanings = text
    .split(/[\s,;:|/]+/)
    .filter(Boolean)
    .map(meaningOfHeader)
  return (
    !/\d{3}/.test(text) &&
    meanings.some(isCodeMeaning) &&
    meanings.some(isQuantityMeaning) &&
    meanings.filter((meaning) => meaning === 'other').length <= 1
  )
}
