import { writeValue } from './search-text.ts'

type Values = Record<string, unknown>

/** The part of a page's state that goes into the address: everything but defaults, as text or JSON objects. */
export const withoutDefaults = (values: Values, defaults: Values): Values =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([key, value]) => isTelling(value) && !isSame(value, defaults[key]))
      .map(([key, value]) => [key, typeof value === 'object' ? value : writeValue(value)]),
  )

const isTelling = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
