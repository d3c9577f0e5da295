/** What stands in a form's fields. */
export type Values = Record<string, string | boolean | undefined>

const textOf = (value: string | boolean | undefined): string => String(value ?? '').trim()

/** The fields in which two sets of values differ; blanks around a text are none. */
export const changedFields = <V extends Values>(base: V, mine: V): (keyof V & string)[] =>
  Object.keys(mine).filter((field) => textOf(base[field]) !== textOf(mine[field]))

/** Of what stands in a form, only what the editor changed: all else may have been changed by others. */
export const editsOf = <V extends Values>(base: V, mine: V): Partial<V> =>
  Object.fromEntries(changedFields(base, mine).map((field) => [field, mine[field]])) as Partial<V> // fields of mine

/** What is stored now, with what the editor changed on top of it. */
export const mergeEdits = <V extends Values>(base: V, mine: V, stored: V): V => ({ ...stored, ...editsOf(base, mine) })
