import Papa from 'papaparse'
import { codesInText, isCode } from './code-cell.ts'
import { plainText } from './plain-text.ts'
import type { SourceRow, SourceSheet } from './source-sheet.ts'

/**
 * Splits pasted lines into cells at tabs, semicolons, pipes, commas or runs of spaces; without a delimiter each line is
 * one cell. A comma inside a number is not a delimiter if the line has no other comma.
 */
export const rowsOfText = (text: string): SourceSheet => {
  const whole = text.replaceAll(/\r\n?/g, '\n')
  const lines = linesOf(whole)
  const delimiter = ['\t', ';', '|', ',', wideBlank].find((sign) => isDelimiter(lines, sign))
  const rows = lines.flatMap(({ at, line }): SourceRow[] =>
    plainText(line) === '' ? [] : [{ at, cells: delimiter ? cellsOf(line, delimiter) : [line], text: line }],
  )
  return { name: '', rows, isDelimited: true }
}

/** Scanned codes, one per row. */
export const rowsOfScans = (codes: readonly string[]): SourceSheet => ({
  name: '',
  rows: codes.map((code, at) => ({ at: at + 1, cells: [code] })),
  isScanned: true,
})

/** Two or more spaces separate the columns of a table copied from a PDF. */
const wideBlank = '  '

interface Line {
  at: number
  line: string
}

/** Spreadsheets put quotes around a cell that contains line breaks. */
const linesOf = (whole: string): Line[] => {
  const lines: Line[] = []
  let open: Line | undefined
  for (const [at, line] of whole.split('\n').entries()) {
    const isOdd = (line.match(/"/g)?.length ?? 0) % 2 === 1
    if (open) {
      open.line += `\n${line}`
      if (isOdd) {
        lines.push(open)
        open = undefined
      }
    } else if (isOdd && /(?:^|\t)"[^"]*$/.test(line)) open = { at: at + 1, line }
    else lines.push({ at: at + 1, line })
  }
  // An unclosed quote, or one that spans several lines with codes, is not a quoted cell: split at every line break.
  if (open || lines.some(({ line }) => line.includes('\n') && codesInText(line).length > 1))
    return whole.split('\n').map((line, at) => ({ at: at + 1, line }))
  return lines
}

const cellsOf = (line: string, delimiter: string): string[] => {
  if (delimiter === wideBlank) return line.trim().split(/\s{2,}/)
  const { data, errors } = Papa.parse<string[]>(line.replace(/^[ ]+|\s+$/g, ''), { delimiter, newline: '\r\n' })
  // An inch mark makes CSV parsing fail; split at the delimiter instead.
  return (errors.length > 0 ? undefined : data[0]) ?? line.split(delimiter)
}

/** A delimiter splits at least half of the lines into cells of which one is a code. */
const isDelimiter = (lines: readonly Line[], sign: string): boolean => {
  const filled = lines.filter(({ line }) => plainText(line) !== '')
  const parted = filled.filter(({ line }) => {
    const cells = cellsOf(line, sign)
    return cells.length >= 2 && (cells.some(isCode) || sign === '\t')
  })
  return parted.length > 0 && parted.length >= filled.length * 0.5
}
