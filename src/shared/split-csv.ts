/** Takes a CSV file piece by piece and gives its rows (RFC 4180; comma, semicolon or tab, whichever the first line has). */
export interface CsvSplitter {
  push(text: string): string[][]
  /** The last row, when the file does not end with a line break. */
  end(): string[][]
}

const quote = '"'

export const splitCsv = (): CsvSplitter => {
  let rest = ''
  let isStarted = false
  let delimiter = ','
  let row: string[] = []

  const take = (text: string, isEnd: boolean): string[][] => {
    let input = rest + text
    if (!isStarted) {
      if (!isEnd && !/[\r\n]/.test(input) && input.length < 65_536) {
        rest = input
        return []
      }
      isStarted = true
      input = input.replace(/^\u{feff}/u, '')
      delimiter = delimiterOf(input)
    }
    const rows: string[][] = []
    let at = 0
    for (;;) {
      const cell = cellAt(input, at, delimiter, isEnd)
      if (!cell) break
      row.push(cell.value)
      at = cell.next
      if (cell.endsRow) {
        if (row.length > 1 || row[0] !== '') rows.push(row)
        row = []
        if (isEnd && at >= input.length) break
      }
    }
    rest = input.slice(at)
    return rows
  }

  return {
    push: (text) => take(text, false),
    end: () => (rest === '' && row.length === 0 ? [] : take('', true)),
  }
}

/** A whole file at once. */
export const rowsOfCsv = (text: string): string[][] => {
  const splitter = splitCsv()
  return [...splitter.push(text), ...splitter.end()]
}

const delimiterOf = (text: string): string => {
  const line = (/^[^\r\n]*/.exec(text)?.[0] ?? '').replaceAll(/"[^"]*"/g, '')
  const count = (mark: string) => line.split(mark).length
  return [',', ';', '\t'].toSorted((one, other) => count(other) - count(one))[0] ?? ','
}

interface Cell {
  value: string
  next: number
  endsRow: boolean
}

/** The cell that begins here, or null when the rest of it is still to come. */
const cellAt = (input: string, start: number, delimiter: string, isEnd: boolean): Cell | null => {
  if (input[start] === quote) {
    const close = closingQuote(input, start + 1)
    if (close < 0 || (!isEnd && close >= input.length - 1)) return isEnd ? lastCell(input, start + 1) : null
    const after = endOfCell(input, close + 1, delimiter)
    if (after < 0 && !isEnd) return null
    const stop = after < 0 ? input.length : after
    const value = input.slice(start + 1, close).replaceAll('""', quote) + input.slice(close + 1, stop)
    return finish(input, stop, delimiter, { value, isEnd })
  }
  const stop = endOfCell(input, start, delimiter)
  if (stop < 0) return isEnd ? lastCell(input, start) : null
  return finish(input, stop, delimiter, { value: input.slice(start, stop), isEnd })
}

const lastCell = (input: string, start: number): Cell => ({
  value: input.slice(start),
  next: input.length,
  endsRow: true,
})

const finish = (
  input: string,
  stop: number,
  delimiter: string,
  { value, isEnd }: { value: string; isEnd: boolean },
): Cell | null => {
  if (stop >= input.length) return { value, next: input.length, endsRow: true }
  if (input[stop] === delimiter) return { value, next: stop + 1, endsRow: false }
  // A carriage return at the very end may have its line feed in the next piece.
  if (input[stop] === '\r' && stop + 1 >= input.length && !isEnd) return null
  const isPair = input[stop] === '\r' && input[stop + 1] === '\n'
  return { value, next: stop + (isPair ? 2 : 1), endsRow: true }
}

const closingQuote = (input: string, start: number): number => {
  for (let at = input.indexOf(quote, start); at >= 0; at = input.indexOf(quote, at + 2))
    if (input[at + 1] !== quote) return at
  return -1
}

const endOfCell = (input: string, start: number, delimiter: string): number => {
  for (let at = start; at < input.length; at++) {
    const letter = input[at]
    if (letter === delimiter || letter === '\n' || letter === '\r') return at
  }
  return -1
}
