import { byteOrderMark, csvLine } from '#shared/write-csv.ts'
import type { RowVerdict } from '../contract.ts'

/** What became of every row, as a CSV. */
export const reportOf = (verdicts: RowVerdict[]): string =>
  byteOrderMark +
  [
    ['Row', 'Verdict', 'NDC Number', 'Material Description', 'What'],
    ...verdicts.map(({ row, verdict, ndcNumber, name, reason, changes = [] }) => [
      row,
      verdict,
      ndcNumber,
      name,
      reason ?? changes.map(({ field, before, after }) => `${field}: ${before || '(empty)'} → ${after}`).join('; '),
    ]),
  ]
    .map(csvLine)
    .join('')
