import Papa from 'papaparse'
import { codesInText, isCode } from './code-cell.ts'
import { plainText } from './plain-text.ts'
import type { SourceRow, SourceSheet } from './source-sheet.ts'

/**
 * Pasted lines as rows: cells where a tab, a semicolon, a bar, a comma or wide blanks part them, else one cell with the whole line.
 * A comma within a number parts nothing where the line has no other.
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

/** What scanners read, one code each. */
export const rowsOfScans = (codes: readonly string[]): SourceSheet => ({
  name: '',
  rows: codes.map((code, at) => ({ at: at + 1, cells: [code] })),
  isScanned: true,
})

/** As a table comes that was copied from a PDF. */
const wideBlank = '  '

interface Line {
  at: number
  line: string
}

/** A cell of a spreadsheet that holds several lines comes in quotes. */
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
  // A quote that was never closed, or one around several lines with codes, is none: each line is its own.
  if (open || lines.some(({ line }) => line.includes('\n') && codesInText(line).length > 1))
    return whole.split('\n').map((line, at) => ({ at: at + 1, line }))
  return lines
}

const cellsOf = (line: string, delimiter: string): string[] => {
  if (delimiter === wideBlank) return line.trim().split(/\s{2,}/)
  const { data, errors } = Papa.parse<string[]>(line.replace(/^[ ]+|\s+$/g, ''), { delimiter, newline: '\r\n' })
  // A quote for inches is none of a cell's.
  return (errors.length > 0 ? undefined : data[0]) ?? line.split(delimiter)
}

/** In most lines it parts cells of which one is a code. */
const isDelimiter = (lines: readonly Line[], sign: string): boolean => {
  const filled = lines.filter(({ line }) => plainText(line) !== '')
  const parted = filled.filter(({ line }) => {
    const cells = cellsOf(line, sign)
    return cells.length >= 2 && (cells.some(isCode) || sign === '\t')
  })
  return parted.length > 0 && parted.length >= filled.length * 0.5
}
