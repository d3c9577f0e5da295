/** The values of a form. */
export type Values = Record<string, string | boolean | undefined>

const textOf = (value: string | boolean | undefined): string => String(value ?? '').trim()

/** The fields in which two sets of values differ, ignoring surrounding spaces. */
export const changedFields = <V extends Values>(base: V, mine: V): (keyof V & string)[] =>
  Object.keys(mine).filter((field) => textOf(base[field]) !== textOf(mine[field]))

/** Only the fields that the editor changed, because others may have changed the rest. */
export const editsOf = <V extends Values>(base: V, mine: V): Partial<V> =>
  Object.fromEntries(changedFields(base, mine).map((field) => [field, mine[field]])) as Partial<V> // fields of mine

/** The stored values with the editor's changes on top. */
export const mergeEdits = <V extends Values>(base: V, mine: V, stored: V): V => ({ ...stored, ...editsOf(base, mine) })
