/** A line as somebody wrote it; the quantity is empty where none can be told for certain. */
export interface WrittenLine {
  code: string
  quantity: string
}

/**
 * Lines of codes and quantities as they are pasted: in either order, with any separator, with other columns between. A
 * line of headers is left out. Of two numbers that could both be either, the first is the code.
 */
export const readLines = (text: string): WrittenLine[] =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !isHeader(line))
    .map((line) => lineOf(cellsOf(line)))

/** The same for the cells of a sheet's row. */
export const lineOf = (cells: readonly string[]): WrittenLine => {
  const said = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  const quantities = said.filter((cell) => quantityIn(cell) !== null)
  const codes = said.filter((cell) => quantityIn(cell) === null)
  if (codes.length === 0 && said.length === 2) return { code: said[0] ?? '', quantity: quantityIn(said[1] ?? '') ?? '' }
  const code = codes.find(isCode) ?? codes[0] ?? said[0] ?? ''
  return { code, quantity: quantities.length === 1 && codes.length > 0 ? (quantityIn(quantities[0] ?? '') ?? '') : '' }
}

const isHeader = (line: string): boolean =>
  /\b(?:ndc|code|item|product|number|sku)\b/i.test(line) && /\b(?:qty|quantity|count|pieces)\b/i.test(line)

const cellsOf = (line: string): string[] => {
  const cells = line.split(/[\t;|]|,(?!\d{3}(?:\D|$))/).map((cell) => cell.replaceAll(/^"|"$/g, ''))
  if (cells.filter((cell) => cell.trim() !== '').length > 1) return cells
  const [, code, after] = /^(.*\S)\s+(\S+)$/.exec(line) ?? []
  if (code && after && quantityIn(after) !== null) return [code, after]
  const [, before, rest] = /^(\S+)\s+(\S.*)$/.exec(line) ?? []
  return before && rest && quantityIn(before) !== null && !/^ndc$/i.test(before) ? [before, rest] : [line]
}

/** `12`, `x12`, `12x`, `1,200`: a count of at most four digits; null for anything else. */
const quantityIn = (cell: string): string | null => {
  const [, digits = ''] = /^(?:x\s*)?(\d{1,4}|\d,\d{3})(?:\s*x|\.0+)?$/i.exec(cell.trim()) ?? []
  return digits === '' ? null : digits.replace(',', '')
}

const isCode = (cell: string): boolean => /\d/.test(cell) && /^[\w\-().\]#: ]+$/.test(cell) && /\d{3}/.test(cell)
