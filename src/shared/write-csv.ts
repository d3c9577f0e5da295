export type CsvValue = string | number | boolean | null

/** Tells spreadsheets that the text is UTF-8. */
export const byteOrderMark = '\u{feff}'

/** A line of a CSV file (RFC 4180). Text that a spreadsheet would take for a formula gets an apostrophe; numbers stay numbers. */
export const csvLine = (values: readonly CsvValue[]): string => `${values.map(cell).join(',')}\r\n`

const cell = (value: CsvValue): string => {
  const text = typeof value === 'string' ? value.replace(/^(?=[=+\-@\t\r\n])/, "'") : String(value ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
