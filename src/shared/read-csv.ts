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
    at += meta.cursor
    delimiter = meta.delimiter
    yield { rows: data, share: at / whole.length }
  }
}
