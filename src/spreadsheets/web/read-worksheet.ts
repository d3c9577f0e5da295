import { serialToDate } from 'hucre'
import type { SheetCell } from '../sheet-cell.ts'
import { type SheetRows, type Merge, plainCell } from './book-sheet.ts'
import { UnreadableFile } from './check-file.ts'
import { makeTextReader } from './read-texts.ts'
import { attributeOf, decodeEscapes, makeXmlScanner, type XmlAttributes } from './scan-xml.ts'

/** Data that the cells of a workbook refer to. */
export interface BookFacts {
  texts: readonly string[]
  /** Whether the numbers of a style are dates. */
  isMoment: readonly boolean[]
  /** The sign shown with the numbers of a style; empty if it is not requested. */
  signs: readonly string[]
  startsIn1904: boolean
}

interface Cell {
  type: string
  style: number
  hasFormula: boolean
  value: string
}

const maxColumns = 16_384
const maxCells = 20_000_000

/** Streams a sheet's XML into `kept`. */
export const makeSheetReader = (facts: BookFacts, kept: SheetRows) => {
  const inline = makeTextReader()
  let isInData = false
  let hasData = false
  let cells: SheetCell[] = []
  let row = -1
  let lastKept = -1
  let lastSeen = -1
  let column = -1
  let total = 0
  let cell: Cell | null = null
  let takesValue = false
  let isHiddenUnlessHigh = false

  const keepRow = () => {
    lastSeen = Math.max(lastSeen, row)
    if (cells.length === 0) return
    if (row <= lastKept) throw new Error('its rows are not in order')
    kept.add(row, cells)
    lastKept = row
    cells = []
  }

  const openCell = (attributes: XmlAttributes) => {
    const place = attributeOf(attributes, 'r')
    column = place === '' ? column + 1 : columnOf(place)
    const cellRow = place === '' ? row : rowOf(place)
    if (cellRow !== row) {
      keepRow()
      row = cellRow
    }
    if (!Number.isInteger(row) || row < 0 || !(column >= 0 && column < maxColumns))
      throw new Error(`it has a cell ${place.slice(0, 20)}`)
    const style = attributeOf(attributes, 's')
    cell = {
      type: attributeOf(attributes, 't'),
      style: style === '' ? -1 : Number(style),
      hasFormula: false,
      value: '',
    }
    inline.start()
  }

  const closeCell = ({ type, style, hasFormula, value }: Cell) => {
    const plain = type === 'inlineStr' ? inline.text() : plainValue({ type, style, hasFormula, value }, facts)
    cell = null
    if (plain === null) return
    if (++total > maxCells)
      throw new UnreadableFile('This file has more than 20,000,000 cells. Split it into smaller files.')
    while (cells.length < column) cells.push(null)
    cells[column] = plain
  }

  const scanner = makeXmlScanner({
    open: (name, attributes) => {
      if (cell) {
        if (name === 'v') takesValue = true
        else if (name === 'f') cell.hasFormula = true
        else inline.open(name)
      } else if (!isInData) {
        if (name === 'col' && (isTrue(attributeOf(attributes, 'hidden')) || attributeOf(attributes, 'width') === '0'))
          kept.hideColumns(Number(attributeOf(attributes, 'min')) - 1, Number(attributeOf(attributes, 'max')) - 1)
        if (name === 'sheetFormatPr') isHiddenUnlessHigh = isTrue(attributeOf(attributes, 'zeroHeight'))
        if (name === 'mergeCell') kept.merge(mergeOf(attributeOf(attributes, 'ref'), lastSeen))
        isInData = name === 'sheetData'
      } else if (name === 'c') openCell(attributes)
      else if (name === 'row') {
        keepRow()
        const number = attributeOf(attributes, 'r')
        row = number === '' ? row + 1 : Number(number) - 1
        column = -1
        const height = attributeOf(attributes, 'ht')
        if (height === '0' || (isHiddenUnlessHigh && height === '') || isTrue(attributeOf(attributes, 'hidden')))
          kept.hideRow(row)
      }
    },
    close: (name) => {
      if (cell) {
        if (name === 'c') closeCell(cell)
        else if (name === 'v') takesValue = false
        else inline.close(name)
      } else if (name === 'sheetData') {
        keepRow()
        isInData = false
        hasData = true
      }
    },
    text: (text) => {
      if (takesValue && cell) cell.value += text
      else if (cell) inline.add(text)
    },
  })

  const end = () => {
    scanner.end()
    if (!hasData) throw new Error('its rows are incomplete')
  }
  return { write: scanner.write, end }
}

const plainValue = ({ type, style, hasFormula, value }: Cell, facts: BookFacts): SheetCell => {
  if (type === 'str') return decodeEscapes(value)
  // A formula that was never calculated has no value to import.
  if (value === '') return hasFormula ? '#FORMULA' : type === 'e' ? '#N/A' : null
  if (type === 's') {
    const text = facts.texts[Number(value)]
    if (text === undefined) throw new Error('it refers to missing text')
    return text
  }
  if (type === 'b') return value === '1' || value.toLowerCase() === 'true'
  const number = Number(value)
  if (type === 'e' || !Number.isFinite(number)) return value
  if (facts.isMoment[style]) return plainCell(serialToDate(number, facts.startsIn1904))
  const sign = facts.signs[style] ?? ''
  return sign === '' ? number : sign === '%' ? `${number * 100}%` : `${sign}${number}`
}

const isTrue = (value: string): boolean => value === '1' || value === 'true'

/** "AB12" is column 27 and row 11, counted from 0. */
const columnOf = (place: string): number => {
  let column = 0
  for (let at = 0; at < lettersIn(place); at++) column = column * 26 + (place.charCodeAt(at) & ~0x20) - 64
  return column - 1
}

const rowOf = (place: string): number => Number(place.slice(lettersIn(place))) - 1

const lettersIn = (place: string): number => {
  let at = 0
  while (at < place.length && place.charCodeAt(at) > digitNine) at += 1
  return at
}

const digitNine = 57

/** Clamped to the last row of the sheet. */
const mergeOf = (area: string, lastRow: number): Merge => {
  const [from = '', to = from] = area.split(':')
  return { startRow: rowOf(from), startCol: columnOf(from), endRow: Math.min(rowOf(to), lastRow) }
}
