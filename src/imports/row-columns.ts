import { Refusal } from '#platform/http/refusal.ts'
import { namedBy } from './header-names.ts'
import { type ImportField, importFields } from './import-fields.ts'
import { findImportColumns, questionSentence } from './match-columns.ts'
import type { ImportKindName } from './import-shapes.ts'

/** The field that a header names, or null. */
export const fieldNamed = (header: string): ImportField | null =>
  // A large file has a million cells, and most of them come under the field's own name.
  isImportField(header) ? header : ((namedBy(header, 'products')?.field as ImportField | undefined) ?? null) // all of them are a product's

const isImportField = (header: string): header is ImportField => Object.hasOwn(importFields, header)

/**
 * Which field each key of some rows holds. Where rows have two keys of one field, the portal's own name is meant in all of
 * them; two that can be meant alike are refused.
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

/** The fields of the columns of a file that is sent in parts; those of pictures have no other names. */
export const columnsOfPart = (headers: readonly string[], kind: ImportKindName): readonly (string | null)[] => {
  if (kind === 'pictures') return headers
  const { fields, questions } = findImportColumns(headers, kind)
  const [question] = questions
  if (question) throw new Refusal(400, questionSentence(question, headers, kind))
  return fields
}
