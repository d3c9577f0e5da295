export type CsvValue = string | number | boolean | null

/** Tells spreadsheets that the text is UTF-8. */
export const byteOrderMark = '\u{feff}'

/** What a spreadsheet begins a formula by, in the letters of Asia too, with blanks before it or none. */
const formula = /^(?=[\s\u200b\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20\u2212]|[\t\r\n])/

/** The same text without the apostrophe that the portal's own files put before it. */
export const unguarded = (text: string): string => (formula.test(text.slice(1)) ? text.replace(/^'/, '') : text)

/**
 * A line of a CSV file (RFC 4180). Text that a spreadsheet would take for a formula gets an apostrophe; numbers stay numbers.
 * What divides cells anywhere is quoted: where numbers have a comma, spreadsheets divide by semicolons.
 */
export const csvLine = (values: readonly CsvValue[]): string => `${values.map(cell).join(',')}\r\n`

const cell = (value: CsvValue): string => {
  const text = typeof value === 'string' ? value.replace(formula, "'") : String(value ?? '')
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
