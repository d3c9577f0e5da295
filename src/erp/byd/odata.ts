import { trackingNumbersIn } from '#shared/tracking.ts'
import { dayOf } from '#shared/wire.ts'

/** A text in a filter. In ByDesign `eq` takes `*` for a wildcard, so a text with one would find strangers' rows. */
export const quote = (text: string): string => {
  if (text.includes('*')) throw new RangeError('A text with * cannot be looked up in the ERP.')
  return `'${text.replaceAll("'", "''")}'`
}

export const momentLiteral = (moment: Date): string => `datetimeoffset'${moment.toISOString()}'`

/** `/Date(1747737892692)/`, with or without an offset, which never changes the moment; the far ends of time mean none. */
export const readMoment = (text: string | null | undefined): Date | null => {
  const [, milliseconds] = /^\/Date\((-?\d{1,15})(?:[+-]\d{1,4})?\)\/$/.exec(text ?? '') ?? []
  if (milliseconds === undefined) return null
  const value = Number(milliseconds)
  return value < 0 || value >= openEnd ? null : new Date(value)
}

const openEnd = Date.UTC(9999, 11, 31)

/** Amounts and quantities travel as text, some tenants send numbers. */
export const readDecimal = (value: string | number | null | undefined): number | null => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  return value && /^\s*-?\d{1,28}(\.\d{1,20})?\s*$/.test(value) ? Number(value) : null
}

/** Text as it may be stored and shown: no control characters, whole characters, at most `most` of them; null is not told. */
export const readErpText = (value: unknown, most: number): string | null => {
  if (typeof value !== 'string') return null
  return value
    .slice(0, most * 4)
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, most)
    .toWellFormed()
}

/** A calendar day of `/Date(1795132800000)/`, which has no time zone. */
export const readDay = (text: string | null | undefined): string | null => {
  const moment = readMoment(text)
  const year = moment?.getUTCFullYear() ?? 0
  return moment && year >= 1970 && year <= 2200 ? dayOf(moment) : null
}

/** An amount of money as every column for one can hold it. */
export const readErpAmount = (value: string | number | null | undefined): number | null => {
  const amount = readDecimal(value)
  return amount === null || Math.abs(amount) >= 1e10 ? null : amount
}

/** Parcel numbers, comma-separated: letters and digits only, so that no link of another kind can hide among them. */
export const readTracking = (value: unknown): string | null =>
  typeof value === 'string' ? trackingNumbersIn(value.slice(0, 4_000)).slice(0, 50).join(',') : null

/** How many rows match in all, where it was asked for. */
export const odataCount = (body: unknown): number | null => {
  const count = field(field(body, 'd'), '__count')
  return (typeof count === 'string' || typeof count === 'number') && /^\d{1,12}$/.test(String(count))
    ? Number(count)
    : null
}

/** What stands below `d`: an object for one, an array for many, and either may be wrapped in `results`. */
export const rowsOf = (body: unknown): unknown[] => {
  const inner = field(body, 'd')
  if (inner === undefined) return []
  return childrenOf(field(inner, 'results') ?? inner)
}

/** An expanded relation to many: an array, the same in `results`, or a link when nothing was expanded. */
export const childrenOf = (value: unknown): unknown[] => {
  if (Array.isArray(value)) return value
  const results = field(value, 'results')
  if (results !== undefined) return childrenOf(results)
  return childOf(value) === null ? [] : [value]
}

/** An expanded relation to one: an empty one comes back as a link. */
export const childOf = (value: unknown): unknown =>
  typeof value !== 'object' || value === null || field(value, '__deferred') !== undefined ? null : value

/** Where the next rows are, on services that page by themselves. */
export const nextPage = (body: unknown): string | null => {
  const next = field(field(body, 'd'), '__next')
  return typeof next === 'string' ? next : null
}

export const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name] // an object that owns the name
    : undefined
