import Papa from 'papaparse'

const rowsAtATime = 10_000

/**
 * The rows of a CSV file, lot by lot, and the share of it that was read by then; comma, semicolon or tab, whichever it has.
 * A quote that nobody closes would swallow the rows behind it, so it is refused with what `refuse` makes of a sentence.
 */
export function* readCsv(
  text: string,
  refuse: (sentence: string) => Error,
): Generator<{ rows: string[][]; share: number }> {
  const whole = text.replaceAll(/\r\n?/g, '\n')
  let delimiter = ''
  let width = 0
  for (let at = 0; at < whole.length;) {
    const { data, errors, meta } = Papa.parse<string[]>(whole.slice(at), {
      delimiter,
      delimitersToGuess: [',', ';', '\t'],
      newline: '\n',
      preview: rowsAtATime,
      skipEmptyLines: true,
      // Files without quotes would be read by a mode that loses its place between lots.
      fastMode: false,
    })
    const broken = errors.find(({ type }) => type === 'Quotes')
    if (broken) {
      const line = whole.slice(0, at + (broken.index ?? 0)).split('\n').length
      throw refuse(`Line ${line} has a quote that is not closed, or text behind a closed one.`)
    }
    delimiter = meta.delimiter
    width ||= data[0]?.length ?? 0
    const swallowed = data.map((row) => swallowedBy(row, width, delimiter)).find((field) => field !== undefined)
    if (swallowed !== undefined) {
      const start = whole.indexOf(`"${swallowed.replaceAll('"', '""')}"`, at)
      const line = whole.slice(0, start).split('\n').length
      throw refuse(`Line ${line} has a quote that is closed only lines later, where other rows are inside of it.`)
    }
    at += meta.cursor
    yield { rows: data, share: at / whole.length }
  }
}

/**
 * The field of a row that holds the beginnings of others: a quote for inches that begins one field and ends another closes as
 * if it belonged there. The rows inside still have their delimiters, and begin with a code.
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
