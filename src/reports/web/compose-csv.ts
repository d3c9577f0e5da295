type Cell = string | number

/** Text for a spreadsheet (RFC 4180). A text that a spreadsheet would run as a formula is kept a text by an apostrophe. */
export const composeCsv = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')

const cellOf = (cell: Cell): string => {
  if (typeof cell === 'number') return String(cell)
  const harmless = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Gives the browser a file to save. */
export const saveCsv = (name: string, text: string): void => {
  const link = document.createElement('a')
  // The mark tells Excel that the text is UTF-8.
  link.href = URL.createObjectURL(new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
