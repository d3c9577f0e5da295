import Papa from 'papaparse'

// Small enough that the garbage collector frees each batch before it is promoted to the old generation.
const rowsAtATime = 500
const lettersAtFirst = 200_000

export interface CsvRows {
  rows: string[][]
  /** The source text of the rows; parsing it alone gives the same rows. */
  text: string
}

/** Reads all rows of a text, like `makeCsvReader`. */
export const readCsv = (text: string, refuse: Refuse): Generator<CsvRows> => makeCsvReader(refuse).read(text, true)

type Refuse = (sentence: string) => Error

/** A streaming CSV reader: each call yields the rows completed so far; an unclosed quote throws `refuse`'s error. */
export const makeCsvReader = (refuse: Refuse) => {
  let delimiter = ''
  let width = 0
  let linesBefore = 0
  let rest = ''
  let enough = lettersAtFirst
  const lineOf = (letters: number) => linesBefore + rest.slice(0, letters).split('\n').length

  function* read(piece: string, isLast: boolean): Generator<CsvRows> {
    rest = joinLines(rest, piece, isLast)
    while (isLast ? rest !== '' : rest.length >= enough) {
      const { data, errors, meta } = parse(rest, delimiter, rowsAtATime)
      // The last row may continue in the next piece.
      if (!isLast && meta.cursor >= rest.length) {
        enough = rest.length * 2
        return
      }
      const broken = errors.find(({ type }) => type === 'Quotes')
      if (broken)
        throw refuse(`Line ${lineOf(broken.index ?? 0)} has an unclosed quote, or text after a closing quote.`)
      delimiter = meta.delimiter
      width ||= data[0]?.length ?? 0
      const swallowed = data.map((row) => swallowedBy(row, width, delimiter)).find((field) => field !== undefined)
      if (swallowed !== undefined) {
        const line = lineOf(rest.indexOf(`"${swallowed.replaceAll('"', '""')}"`))
        throw refuse(`Line ${line} has a quote that closes lines later, with other rows inside it.`)
      }
      const text = rest.slice(0, meta.cursor)
      yield { rows: data, text }
      linesBefore = lineOf(meta.cursor) - 1
      rest = rest.slice(meta.cursor)
      enough = text.length * 2
    }
  }
  return { read, delimiter: () => delimiter }
}

/** Parses the text of a batch again. */
export const readAgain = (text: string, delimiter: string): string[][] => parse(text, delimiter, 0).data

const parse = (text: string, delimiter: string, preview: number) =>
  Papa.parse<string[]>(text, {
    delimiter,
    delimitersToGuess: [',', ';', '\t', '|'],
    newline: '\n',
    preview,
    skipEmptyLines: true,
    // Papa's fast mode, which it uses for files without quotes, loses the position between batches.
    fastMode: false,
  })

/** Normalizes line ends; a CRLF split between pieces waits for its second half. */
const joinLines = (rest: string, piece: string, isLast: boolean): string => {
  const whole = rest + piece
  const isCut = !isLast && whole.endsWith('\r')
  // Earlier text is normalized already, except for a CR at its end.
  const lines = (isCut ? whole.slice(0, -1) : whole).replaceAll(/\r\n?/g, '\n')
  return isCut ? `${lines}\r` : lines
}

/**
 * Finds a field that swallowed other rows: an inch mark at the beginning of one field and at the end of another looks
 * like a quoted field. The swallowed rows still have their delimiters and begin with a code.
 */
const swallowedBy = (row: readonly string[], width: number, delimiter: string): string | undefined =>
  width < 3
    ? undefined
    : row.find((field, column) => {
        if (!field.includes('\n')) return false
        const lines = field.split('\n').map((line) => line.split(delimiter))
        const [first = [], last = []] = [lines[0], lines.at(-1)]
        const isWhole = lines.slice(1, -1).every((cells) => cells.length === width)
        const isCut = first.length === width - column && first.length + last.length === width + 1
        const isMisfit = row.length !== width && last.length > 1
        return isWhole && (isCut || isMisfit) && last.length > 1 && /^\S*\d\S*$/.test(last[0] ?? '')
      })
