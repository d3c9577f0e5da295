import type { AuditRow } from '../contract.ts'

interface FieldChange {
  field: string
  /** Undefined where nothing was there before. */
  before: unknown
  after: unknown
}

/** Field by field, what an act changed. */
export const changesOf = ({ before, after }: Pick<AuditRow, 'before' | 'after'>): FieldChange[] =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].map((field) => ({
    field,
    before: before?.[field],
    after: after?.[field],
  }))

/** As a person reads it. */
export const asText = (value: unknown): string => {
  if (value === undefined || value === null || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
}
