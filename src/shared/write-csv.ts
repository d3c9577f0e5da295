export type CsvValue = string | number | boolean | null

/** Marks the file as UTF-8 for spreadsheets. */
export const byteOrderMark = '\u{feff}'

/** The beginning of a formula, including full-width characters and leading spaces. */
const formula = /^(?=[\s\u200b\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20\u2212]|[\t\r\n])/

/** Removes the apostrophe that the portal's exports put before such text. */
export const unguarded = (text: string): string => (formula.test(text.slice(1)) ? text.replace(/^'/, '') : text)

/**
 * A CSV line (RFC 4180). Text that a spreadsheet would run as a formula gets an apostrophe; numbers stay numbers.
 * Semicolons are quoted as well, because spreadsheets use them as delimiters in locales with decimal commas.
 */
export const csvLine = (values: readonly CsvValue[]): string => `${values.map(cell).join(',')}\r\n`

const cell = (value: CsvValue): string => {
  const text = typeof value === 'string' ? value.replace(formula, "'") : String(value ?? '')
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
