import { canBeCode, isCode } from './code-cell.ts'
import type { FoundHeader } from './find-header.ts'
import { type HeaderMeaning, isCodeMeaning, isQuantityMeaning, mayCountOtherThings } from './order-headers.ts'
import { plainText } from './plain-text.ts'
import { areUnits, looksLikePrice, type QuantityCell, readQuantityCell } from './quantity-cell.ts'
import type { SourceRow } from './source-sheet.ts'

/** Which columns are meant; null for what no column has. */
export interface OrderColumnMap {
  code: number
  quantity: number | null
  unit: number | null
}

export interface FoundOrderColumns {
  columns: OrderColumnMap
  isSure: boolean
  /** Where else a code may stand, in rows without one in their column. */
  otherCodes: readonly number[]
  /** By what the header of the quantity says. */
  isNamed: boolean
  /** Whether pack sizes, once they are known, may show that the column is none. */
  dependsOnPacks: boolean
}

/** The figures that a product's package is described by; none where they are not known. */
export type PacksOf = (code: string) => readonly number[]

interface Column {
  at: number
  header: string
  meaning: HeaderMeaning
  cells: string[]
  filled: string[]
  /** What the cells that hold something say of a quantity. */
  readonly counts: QuantityCell[]
}

interface Table {
  rows: readonly SourceRow[]
  header: FoundHeader | null
  hidden: readonly number[]
  packsOf: PacksOf | undefined
}

/** Null where no column holds codes: then each line is read on its own. */
export const findOrderColumns = ({ rows, header, hidden, packsOf }: Table): FoundOrderColumns | null => {
  if (!header && !isTable(rows)) return null
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), header?.headers.length ?? 0)
  const all = Array.from({ length: width }, (_, at) => columnOf(rows, header, at))
  const columns = all.filter(({ at, filled }) => !hidden.includes(at) && filled.length > 0)
  const codes = codeColumns(columns)
  const [code] = codes
  if (!code) return header ? proposal(columns) : null
  const others = columns.filter(({ at, meaning }) => at !== code.at && !isCodeMeaning(meaning))
  const unit = unitColumn(others)
  const figures = others.filter(({ at }) => at !== unit?.at)
  const found = quantityByName(figures, code, packsOf) ?? quantityByValue(figures, code, packsOf)
  // Codes beside words alone: what is written there may still say how many.
  if (!header && found.isSure && !found.quantity) return null
  return {
    ...found,
    columns: { code: code.at, quantity: found.quantity?.at ?? null, unit: unit?.at ?? null },
    otherCodes: columns.flatMap(({ at, meaning }) => (isCodeMeaning(meaning) && at !== code.at ? [at] : [])),
    isSure: found.isSure && codes.length === 1,
  }
}

/** Cells that stand under one another: most rows have the same number of them, at least two. */
const isTable = (rows: readonly SourceRow[]): boolean => {
  const [usual] = widthsOf(rows)
  return usual !== undefined && usual[0] >= 2 && usual[1].length >= rows.length * 0.8
}

/** How many cells rows have, and which rows; the most frequent number first. */
export const widthsOf = (rows: readonly SourceRow[]): [width: number, rows: SourceRow[]][] =>
  [...Map.groupBy(rows, widthOf)].toSorted((one, other) => other[1].length - one[1].length)

/** Up to the last cell that holds something. */
export const widthOf = ({ cells }: SourceRow): number => cells.findLastIndex((cell) => plainText(cell) !== '') + 1

const columnOf = (rows: readonly SourceRow[], header: FoundHeader | null, at: number): Column => {
  const cells = rows.map((row) => plainText(row.cells[at] ?? ''))
  const filled = cells.filter(Boolean)
  const named = header?.meanings[at] ?? 'other'
  // "NDC ordered" holds codes, and "Order" in a letter's first line is no header.
  const isContradicted = isQuantityMeaning(named) && share(filled, isCode) >= 0.5
  let counts: QuantityCell[] | undefined
  return {
    at,
    header: header?.headers[at] ?? '',
    meaning: isContradicted ? 'other' : named,
    cells,
    filled,
    // Most columns are never asked.
    get counts() {
      return (counts ??= filled.map(readQuantityCell))
    },
  }
}

const share = <T>(all: readonly T[], is: (one: T) => boolean): number =>
  all.length === 0 ? 0 : all.filter(is).length / all.length

const ranks: Partial<Record<HeaderMeaning, number>> = { ndc: 3, gtin: 2, item: 1 }

/** The column with the codes; several where more than one may be meant. */
const codeColumns = (columns: readonly Column[]): Column[] => {
  const named = columns.filter(
    ({ meaning, filled }) =>
      // Headings and sums stand between the codes of a column that says that it holds them.
      isCodeMeaning(meaning) &&
      (meaning === 'ndc'
        ? share(filled, isCode) >= 0.2 || share(filled, canBeCode) >= 0.5
        : share(filled, canBeCode) >= 0.5),
  )
  const best = Math.max(0, ...named.map(({ meaning }) => ranks[meaning] ?? 0))
  const ranked = named.filter(({ meaning }) => ranks[meaning] === best)
  // An item number is somebody's own, where another column holds codes that are everybody's.
  const byValue = columns.filter(({ meaning, filled }) => !isQuantityMeaning(meaning) && share(filled, isCode) >= 0.6)
  if (ranked.length > 0 && (best > 1 || byValue.length === 0)) return ranked
  const dashed = byValue.filter(({ filled }) => share(filled, (cell) => /^[^(]*\d-\d/.test(cell)) >= 0.6)
  // An NDC and a UPC side by side are two names of one product.
  return dashed.length === 1 ? dashed : byValue
}

/** What a question may begin with, where no column holds what the portal knows as a code. */
const proposal = (columns: readonly Column[]): FoundOrderColumns | null => {
  const quantity = columns.find(({ meaning }) => isQuantityMeaning(meaning))
  const code =
    columns.find(({ meaning }) => isCodeMeaning(meaning)) ?? columns.find(({ at }) => quantity && at !== quantity.at)
  if (!code) return null
  return {
    columns: { code: code.at, quantity: quantity?.at ?? null, unit: null },
    otherCodes: [],
    isSure: false,
    isNamed: true,
    dependsOnPacks: false,
  }
}

const unitColumn = (columns: readonly Column[]): Column | undefined =>
  columns.find(({ meaning, counts }) => meaning === 'unit' && share(counts, ({ kind }) => kind === 'text') >= 0.5) ??
  columns.find(({ meaning, filled }) => meaning === 'other' && areUnits(filled))

interface FoundQuantity {
  quantity: Column | undefined
  isSure: boolean
  isNamed: boolean
  dependsOnPacks: boolean
}

/** "Order Qty" is it beside "Qty"; "Order" beside "Qty" may be the number of the order. */
const quantityByName = (
  columns: readonly Column[],
  code: Column,
  packsOf: PacksOf | undefined,
): FoundQuantity | null => {
  const both = columns.filter(({ meaning }) => meaning === 'orderQuantity')
  const one = columns.filter(({ meaning }) => meaning === 'order' || meaning === 'quantity')
  const named = both.length > 0 ? both : one
  const [quantity] = named
  if (!quantity) return null
  const isBare = quantity.meaning === 'quantity'
  const isCount = isBare && mayCountOtherThings(columns.map(({ header }) => header))
  const isPack = isBare && packEvidence(quantity, code, packsOf) >= 3
  return { quantity, isSure: named.length === 1 && !isCount && !isPack, isNamed: true, dependsOnPacks: isBare }
}

const quantityByValue = (columns: readonly Column[], code: Column, packsOf: PacksOf | undefined): FoundQuantity => {
  const figures = columns.filter(
    (column) => isFree(column) && column.counts.every(({ kind }) => kind === 'count' || kind === 'unclear'),
  )
  const candidates = figures.filter((column) => isCandidate(column, code, packsOf))
  const [only, another] = candidates
  if (!only) {
    // The one column of figures, of which none is a whole count: its lines wait and show them.
    const [unreadable, more] = figures
    const isUnreadable = unreadable !== undefined && !more && unreadable.header === '' && !isCounted(unreadable)
    const isNone = figures.every((column) => isCodeLike(column))
    return {
      quantity: isNone ? undefined : unreadable,
      isSure: isNone || isUnreadable,
      isNamed: false,
      dependsOnPacks: true,
    }
  }
  const isSure =
    another === undefined &&
    only.header === '' &&
    !isPriced(only) &&
    columns.every((column) => column.at === only.at || !isRival(column, only, { code, packsOf }))
  return { quantity: only, isSure, isNamed: false, dependsOnPacks: true }
}

const isFree = ({ meaning }: Column): boolean => meaning === 'other' || meaning === 'maybe'

const isCounted = ({ counts }: Column): boolean => counts.some((cell) => cell.kind === 'count' && !cell.hasZeroDecimals)

/** Numbers of lots, phones and orders are longer than any quantity. */
const isCodeLike = ({ filled }: Column): boolean =>
  share(filled, (cell) => isCode(cell) || /^\d{5,}$/.test(cell)) >= 0.5

/** Whole numbers, most of them, which count neither lines nor what is in a pack. */
const isCandidate = (column: Column, code: Column, packsOf: PacksOf | undefined): boolean =>
  isCounted(column) &&
  share(column.counts, (cell) => cell.kind === 'count' && !cell.hasZeroDecimals) >= 0.5 &&
  !isRunning(column.counts) &&
  packEvidence(column, code, packsOf) === 0

/** Another column of figures that a person may have meant; prices, codes and numbers of lines are not. */
const isRival = (
  column: Column,
  candidate: Column,
  { code, packsOf }: { code: Column; packsOf: PacksOf | undefined },
): boolean => {
  if (column.at === candidate.at || column.meaning === 'forbidden' || column.meaning === 'unit') return false
  const figures = column.counts.filter(({ kind }) => kind === 'count' || kind === 'unclear')
  if (figures.length < column.counts.length / 2 || isRunning(column.counts)) return false
  // One row alone may have been ordered by the number that is in its pack.
  if (packEvidence(column, code, packsOf) >= 2) return false
  if (isCodeLike(column)) return false
  const hasCents = column.filled.some((cell) => /[$€£¥]|USD|\.\d*[1-9]/i.test(cell))
  // A number before the code may count lines, where a figure after it could be meant as well.
  return !(hasCents && column.filled.every(isPriceOrWhole) && candidate.at > code.at && !isPriced(candidate))
}

const isPriceOrWhole = (cell: string): boolean => looksLikePrice(cell) || /^[\d,]+$/.test(cell)
const isPriced = ({ filled }: Column): boolean => filled.some(looksLikePrice)

/** 1, 2, 3 or 10, 20, 30, some of them left out or begun again: they number the lines. */
export const isRunning = (counts: readonly QuantityCell[]): boolean => {
  const numbers = counts.flatMap((cell) => (cell.kind === 'count' ? [cell.count] : []))
  if (numbers.length < counts.length || numbers.length < 2) return false
  const steps = numbers.slice(1).map((each, at) => each - (numbers[at] ?? 0))
  if (numbers.length === 2) return numbers[0] === 1 && numbers[1] === 2
  const [usual] = [...Map.groupBy(steps, (each) => each)].toSorted((one, other) => other[1].length - one[1].length)
  if (usual && usual[0] !== 0 && usual[1].length >= steps.length * 0.75) return true
  const spread = (numbers.at(-1) ?? 0) - (numbers[0] ?? 0)
  return steps.every((each) => each > 0) && spread <= steps.length * 1.5
}

/** Of how many rows the figure is one of the package, where it is so in all of which the package is known; else 0. */
const packEvidence = ({ cells }: Column, code: Column, packsOf: PacksOf | undefined): number => {
  if (!packsOf) return 0
  const pairs = cells.flatMap((cell, row) => {
    const figure = readQuantityCell(cell)
    const packs = figure.kind === 'count' ? packsOf(code.cells[row] ?? '') : []
    // A package of one says nothing.
    return figure.kind !== 'count' || packs.every((pack) => pack <= 1) ? [] : [packs.includes(figure.count)]
  })
  return pairs.every(Boolean) ? pairs.length : 0
}
