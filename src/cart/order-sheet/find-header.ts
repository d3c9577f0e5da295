import { isCode } from './code-cell.ts'
import {
  type HeaderMeaning,
  isCodeMeaning,
  isQuantityMeaning,
  meaningOfBoth,
  meaningOfHeader,
} from './order-headers.ts'
import { plainText } from './plain-text.ts'
import { readQuantityCell } from './quantity-cell.ts'
import type { SourceRow } from './source-sheet.ts'

export interface FoundHeader {
  /** The index of the first header row and the index after the last one. */
  from: number
  end: number
  headers: string[]
  meanings: HeaderMeaning[]
}

const rowsLookedAt = 30
const longestHeader = 60

/** Whether all cells are words without numbers or codes. */
const couldBeHeader = ({ cells }: SourceRow): boolean => {
  const texts = cells.map(plainText).filter(Boolean)
  return texts.every(
    (text) =>
      text.length <= longestHeader && !isCode(text) && readQuantityCell(text).kind === 'text' && !/^\d{3}/.test(text),
  )
}

const weights: Record<HeaderMeaning, number> = {
  ndc: 3,
  gtin: 3,
  item: 2,
  orderQuantity: 3,
  order: 2,
  quantity: 2,
  maybe: 1,
  unit: 1,
  forbidden: 1,
  other: 0,
}

const scoreOf = (row: SourceRow): number => {
  const texts = row.cells.map(plainText).filter(Boolean)
  if (texts.length < 2 || !couldBeHeader(row)) return 0
  const meanings = texts.map(meaningOfHeader)
  const isOne = meanings.some(isCodeMeaning) || meanings.some(isQuantityMeaning)
  const score = meanings.reduce((sum, meaning) => sum + weights[meaning], 0)
  // A title may contain one such word next to others: "Purchase order", "Date".
  return isOne && meanings.filter((meaning) => meaning !== 'other').length >= 2
    ? score
    : meanings.some(isCodeMeaning)
      ? 2
      : 0
}

/** The row above the first code that names the columns best, with the header rows adjacent to it. */
export const findHeader = (rows: readonly SourceRow[]): FoundHeader | null => {
  const firstCode = rows.findIndex(({ cells }) => cells.some(isCode))
  const above = rows.slice(0, Math.min(firstCode < 0 ? rowsLookedAt : firstCode, rowsLookedAt))
  const scores = above.map(scoreOf)
  const most = Math.max(0, ...scores)
  if (most === 0) return null
  const best = scores.lastIndexOf(most)
  const isNext = (at: number, other: number) => {
    const [one, two] = [rows[at], rows[other]]
    return one !== undefined && two !== undefined && Math.abs(one.at - two.at) === 1 && couldBeHeader(one)
  }
  const from = isNext(best - 1, best) ? best - 1 : best
  // The row below belongs to the header only if it is also above the first code.
  const end = firstCode > best + 1 && isNext(best + 1, best) && isStub(rows[best], rows[best + 1]) ? best + 2 : best + 1
  const width = Math.max(...rows.slice(from, end).map(({ cells }) => cells.length))
  const cell = (row: number, column: number) => plainText(rows[row]?.cells[column] ?? '')
  const columns = Array.from({ length: width }, (_, column) => {
    const upper = from < best ? cell(from, column) : ''
    const [own, lower] = [cell(best, column), end > best + 1 ? cell(best + 1, column) : '']
    const alone = meaningOfBoth(own, lower)
    const meaning = meaningOfBoth(upper, [own, lower].filter(Boolean).join(' '))
    // The row above is a title if it does not change the meaning of the column.
    const isTitle = (own !== '' || lower !== '') && meaning === alone
    return { header: [isTitle ? '' : upper, own, lower].filter(Boolean).join(' '), meaning }
  })
  return { from, end, headers: columns.map(({ header }) => header), meanings: columns.map(({ meaning }) => meaning) }
}

/** "Qty" below "On hand" and "Order" is the second row of a header, not a section heading. */
const isStub = (header: SourceRow | undefined, row: SourceRow | undefined): boolean =>
  row !== undefined &&
  row.cells.map(plainText).every((text, at) => {
    if (text === '') return true
    return meaningOfHeader(text) !== 'other' && !isCodeMeaning(meaningOfHeader(header?.cells[at] ?? ''))
  })
