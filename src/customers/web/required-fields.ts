import { type User } from '#identity/account-shapes.ts'
import { fieldLabels, type UserField } from '#identity/field-shapes.ts'

/** Form fields as text; an unknown date is empty. */
export const textsOf = <F extends UserField>(user: User, fields: readonly F[]): Record<F, string> =>
  Object.fromEntries(fields.map((field) => [field, user[field] ?? ''])) as Record<F, string> // one entry for each field

/** Error messages for empty required fields. */
export const missingAmong = (
  fields: readonly UserField[],
  values: Partial<Record<UserField, string>>,
): Record<string, string> =>
  Object.fromEntries(
    fields.filter((field) => !values[field]?.trim()).map((field) => [field, `${fieldLabels[field]} is required.`]),
  )
