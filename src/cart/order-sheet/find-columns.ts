import { canBeCode, isCode } from './code-cell.ts'
import type { FoundHeader } from './find-header.ts'
import { type HeaderMeaning, isCodeMeaning, isQuantityMeaning, mayCountOtherThings } from './order-headers.ts'
import { plainText } from './plain-text.ts'
import { areUnits, looksLikePrice, type QuantityCell, readQuantityCell } from './quantity-cell.ts'
import type { SourceRow } from './source-sheet.ts'

/** Column indexes; null for a role without a column. */
export interface OrderColumnMap {
  code: number
  quantity: number | null
  unit: number | null
}

export interface FoundOrderColumns {
  columns: OrderColumnMap
  isSure: boolean
  /** Other columns that may contain a code, used for rows whose code cell is empty. */
  otherCodes: readonly number[]
  /** Whether the header identifies the quantity column. */
  isNamed: boolean
  /** Whether the choice may change once pack sizes are known. */
  dependsOnPacks: boolean
}

/** The numbers that describe a product's package; empty if unknown. */
export type PacksOf = (code: string) => readonly number[]

interface Column {
  at: number
  header: string
  meaning: HeaderMeaning
  cells: string[]
  filled: string[]
  /** The filled cells parsed as quantities. */
  readonly counts: QuantityCell[]
}

interface Table {
  rows: readonly SourceRow[]
  header: FoundHeader | null
  hidden: readonly number[]
  packsOf: PacksOf | undefined
}

/** Null if no column contains codes; then each line is parsed as text. */
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
  // With only words next to the codes, the quantity may be part of the text.
  if (!header && found.isSure && !found.quantity) return null
  return {
    ...found,
    columns: { code: code.at, quantity: found.quantity?.at ?? null, unit: unit?.at ?? null },
    otherCodes: columns.flatMap(({ at, meaning }) => (isCodeMeaning(meaning) && at !== code.at ? [at] : [])),
    isSure: found.isSure && codes.length === 1,
  }
}

/** Whether the rows form a table: at least 80% have the same number of cells, and at least two. */
const isTable = (rows: readonly SourceRow[]): boolean => {
  const [usual] = widthsOf(rows)
  return usual !== undefined && usual[0] >= 2 && usual[1].length >= rows.length * 0.8
}

/** Rows grouped by their number of cells, the most frequent number first. */
export const widthsOf = (rows: readonly SourceRow[]): [width: number, rows: SourceRow[]][] =>
  [...Map.groupBy(rows, widthOf)].toSorted((one, other) => other[1].length - one[1].length)

/** The number of cells up to the last filled one. */
export const widthOf = ({ cells }: SourceRow): number => cells.findLastIndex((cell) => plainText(cell) !== '') + 1

const columnOf = (rows: readonly SourceRow[], header: FoundHeader | null, at: number): Column => {
  const cells = rows.map((row) => plainText(row.cells[at] ?? ''))
  const filled = cells.filter(Boolean)
  const named = header?.meanings[at] ?? 'other'
  // A header such as "NDC ordered" belongs to a code column, and "Order" in the first line of a letter is not a header.
  const isContradicted = isQuantityMeaning(named) && share(filled, isCode) >= 0.5
  let counts: QuantityCell[] | undefined
  return {
    at,
    header: header?.headers[at] ?? '',
    meaning: isContradicted ? 'other' : named,
    cells,
    filled,
    // Lazy, because most columns are never parsed as quantities.
    get counts() {
      return (counts ??= filled.map(readQuantityCell))
    },
  }
}

const share = <T>(all: readonly T[], is: (one: T) => boolean): number =>
  all.length === 0 ? 0 : all.filter(is).length / all.length

const ranks: Partial<Record<HeaderMeaning, number>> = { ndc: 3, gtin: 2, item: 1 }

/** The code column; several if the choice is ambiguous. */
const codeColumns = (columns: readonly Column[]): Column[] => {
  const named = columns.filter(
    ({ meaning, filled }) =>
      // A column named NDC may contain headings and totals between its codes, so the threshold is low.
      isCodeMeaning(meaning) &&
      (meaning === 'ndc'
        ? share(filled, isCode) >= 0.2 || share(filled, canBeCode) >= 0.5
        : share(filled, canBeCode) >= 0.5),
  )
  const best = Math.max(0, ...named.map(({ meaning }) => ranks[meaning] ?? 0))
  const ranked = named.filter(({ meaning }) => ranks[meaning] === best)
  // An item number may be the buyer's own, so a column of standard codes takes precedence.
  const byValue = columns.filter(({ meaning, filled }) => !isQuantityMeaning(meaning) && share(filled, isCode) >= 0.6)
  if (ranked.length > 0 && (best > 1 || byValue.length === 0)) return ranked
  const dashed = byValue.filter(({ filled }) => share(filled, (cell) => /^[^(]*\d-\d/.test(cell)) >= 0.6)
  // An NDC and a UPC side by side identify the same product; the dashed NDC column wins.
  return dashed.length === 1 ? dashed : byValue
}

/** The initial choice for the column question if no column contains recognizable codes. */
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

/** "Order Qty" wins over "Qty". "Order" next to "Qty" is ambiguous: it may be the order number. */
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
    // The only numeric column contains no whole counts: use it, so that its lines show the value for review.
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

/** Lot, phone and order numbers have more digits than a quantity. */
const isCodeLike = ({ filled }: Column): boolean =>
  share(filled, (cell) => isCode(cell) || /^\d{5,}$/.test(cell)) >= 0.5

/** Mostly whole numbers that are neither line numbers nor pack sizes. */
const isCandidate = (column: Column, code: Column, packsOf: PacksOf | undefined): boolean =>
  isCounted(column) &&
  share(column.counts, (cell) => cell.kind === 'count' && !cell.hasZeroDecimals) >= 0.5 &&
  !isRunning(column.counts) &&
  packEvidence(column, code, packsOf) === 0

/** Another numeric column that could be the quantity. Prices, codes and line numbers do not count. */
const isRival = (
  column: Column,
  candidate: Column,
  { code, packsOf }: { code: Column; packsOf: PacksOf | undefined },
): boolean => {
  if (column.at === candidate.at || column.meaning === 'forbidden' || column.meaning === 'unit') return false
  const figures = column.counts.filter(({ kind }) => kind === 'count' || kind === 'unclear')
  if (figures.length < column.counts.length / 2 || isRunning(column.counts)) return false
  // A single row may have been ordered in exactly its pack size, so one match is not evidence.
  if (packEvidence(column, code, packsOf) >= 2) return false
  if (isCodeLike(column)) return false
  const hasCents = column.filled.some((cell) => /[$€£¥]|USD|\.\d*[1-9]/i.test(cell))
  // A price-like column rules itself out only if the candidate follows the code; a number before the code may be a line
  // number.
  return !(hasCents && column.filled.every(isPriceOrWhole) && candidate.at > code.at && !isPriced(candidate))
}

const isPriceOrWhole = (cell: string): boolean => looksLikePrice(cell) || /^[\d,]+$/.test(cell)
const isPriced = ({ filled }: Column): boolean => filled.some(looksLikePrice)

/** A sequence such as 1, 2, 3 or 10, 20, 30, possibly with gaps or restarts: line numbers. */
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

/** The number of rows whose value equals a pack size, if every row with a known package does; otherwise 0. */
const packEvidence = ({ cells }: Column, code: Column, packsOf: PacksOf | undefined): number => {
  if (!packsOf) return 0
  const pairs = cells.flatMap((cell, row) => {
    const figure = readQuantityCell(cell)
    const packs = figure.kind === 'count' ? packsOf(code.cells[row] ?? '') : []
    // A package of one is no evidence.
    return figure.kind !== 'count' || packs.every((pack) => pack <= 1) ? [] : [packs.includes(figure.count)]
  })
  return pairs.every(Boolean) ? pairs.length : 0
}
