import { type User } from '#identity/account-shapes.ts'
import { fieldLabels, type UserField } from '#identity/field-shapes.ts'

/** The fields of a form as text; a date that is not known is empty. */
export const textsOf = <F extends UserField>(user: User, fields: readonly F[]): Record<F, string> =>
  Object.fromEntries(fields.map((field) => [field, user[field] ?? ''])) as Record<F, string> // one entry for each field

/** What the form says beside each of these fields that is still empty. */
export const missingAmong = (
  fields: readonly UserField[],
  values: Partial<Record<UserField, string>>,
): Record<string, string> =>
  Object.fromEntries(
    fields.filter((field) => !values[field]?.trim()).map((field) => [field, `${fieldLabels[field]} is required.`]),
  )
