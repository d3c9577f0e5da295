import { Refusal } from '#platform/http/refusal.ts'
import { findImportColumns, questionSentence } from './match-columns.ts'
import type { ImportKindName } from './import-shapes.ts'
import { isRow, loadedKey } from './read-row.ts'

/**
 * Product rows by field instead of header. If rows have two keys for one field, the portal's own name wins in all of
 * them; two keys that match equally well are refused.
 */
export const factsOf = (rows: readonly unknown[]): unknown[] => {
  const columns = new Map<string, string | null>()
  const shapes = new Set<string>()
  for (const row of rows) {
    if (!isRow(row)) continue
    const headers = Object.keys(row)
    const shape = headers.join('\n')
    if (shapes.has(shape)) continue
    shapes.add(shape)
    const fields = columnsOfPart(headers, 'products')
    headers.forEach((header, at) => {
      if (columns.get(header) !== null) columns.set(header, fields[at] ?? null)
    })
  }
  columns.set(loadedKey, loadedKey)
  return rows.map((row) =>
    isRow(row)
      ? Object.fromEntries(
          Object.entries(row).flatMap(([header, cell]) => {
            const field = columns.get(header)
            return field ? [[field, cell]] : []
          }),
        )
      : row,
  )
}

/** The fields of the columns of a file that is sent in parts. Columns of picture imports have no aliases. */
export const columnsOfPart = (headers: readonly string[], kind: ImportKindName): readonly (string | null)[] => {
  if (kind === 'pictures') return headers
  const { fields, questions } = findImportColumns(headers, kind)
  const [question] = questions
  if (question) throw new Refusal(400, questionSentence(question, headers, kind))
  return fields
}
