import { Refusal } from '#platform/http/refusal.ts'
import { namedBy } from './header-names.ts'
import { type ImportField, importFields } from './import-fields.ts'
import { findImportColumns, questionSentence } from './match-columns.ts'
import type { ImportKindName } from './import-shapes.ts'

/** The field that a header names, or null. */
export const fieldNamed = (header: string): ImportField | null =>
  // Fast path: a large file has a million cells, most of them under the field's own name.
  isImportField(header) ? header : ((namedBy(header, 'products')?.field as ImportField | undefined) ?? null) // always a product field

const isImportField = (header: string): header is ImportField => Object.hasOwn(importFields, header)

/**
 * Maps the keys of rows to fields. If rows have two keys for one field, the portal's own name wins in all of them; two
 * keys that match equally well are refused.
 */
export const columnsOfRows = (rows: readonly unknown[]): ((header: string) => ImportField | null) => {
  const passedOver = new Set<string>()
  const shapes = new Set<string>()
  for (const row of rows) {
    if (typeof row !== 'object' || row === null || Array.isArray(row)) continue
    const headers = Object.keys(row)
    const shape = headers.join('\n')
    if (shapes.has(shape)) continue
    shapes.add(shape)
    const { fields, questions } = findImportColumns(headers)
    for (const question of questions) throw refused(question, headers)
    headers.forEach((header, at) => {
      if (fields[at] === null && fieldNamed(header)) passedOver.add(header)
    })
  }
  return (header) => (passedOver.has(header) ? null : fieldNamed(header))
}

const refused = (question: Parameters<typeof questionSentence>[0], headers: readonly string[]): Refusal =>
  new Refusal(400, questionSentence(question, headers, 'products'))

/** The fields of the columns of a file that is sent in parts. Columns of picture imports have no aliases. */
export const columnsOfPart = (headers: readonly string[], kind: ImportKindName): readonly (string | null)[] => {
  if (kind === 'pictures') return headers
  const { fields, questions } = findImportColumns(headers, kind)
  const [question] = questions
  if (question) throw new Refusal(400, questionSentence(question, headers, kind))
  return fields
}
