import type { RowVerdict } from '../contract.ts'

/** Text that a spreadsheet would take for a formula gets an apostrophe before it. */
const cell = (value: string | number): string => {
  const text = typeof value === 'string' ? value.replace(/^(?=[=+\-@\t\r\n])/, "'") : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** What became of every row, as a CSV. */
export const reportOf = (verdicts: RowVerdict[]): string =>
  `\u{feff}${[
    ['Row', 'Verdict', 'NDC Number', 'Material Description', 'What'],
    ...verdicts.map(({ row, verdict, ndcNumber, name, reason, changes = [] }) => [
      row,
      verdict,
      ndcNumber,
      name,
      reason ?? changes.map(({ field, before, after }) => `${field}: ${before || '(empty)'} → ${after}`).join('; '),
    ]),
  ]
    .map((line) => `${line.map(cell).join(',')}\r\n`)
    .join('')}`

export const saveFile = (content: BlobPart, type: string, name: string): void => {
  const address = URL.createObjectURL(new Blob([content], { type }))
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
