import { trackingNumbersIn } from '#shared/tracking.ts'
import { dayOf } from '#shared/wire.ts'

/** Quotes a string for a filter. ByDesign's `eq` treats `*` as a wildcard, so it is refused. */
export const quote = (text: string): string => {
  if (text.includes('*')) throw new RangeError('A text with * cannot be looked up in the ERP.')
  return `'${text.replaceAll("'", "''")}'`
}

export const momentLiteral = (moment: Date): string => `datetimeoffset'${moment.toISOString()}'`

/** Parses `/Date(1747737892692)/`; an offset does not change the moment. Dates at the limits of the range mean null. */
export const readMoment = (value: unknown): Date | null => {
  const text = typeof value === 'string' ? value : ''
  const [, milliseconds] = /^\/Date\((-?\d{1,15})(?:[+-]\d{1,4})?\)\/$/.exec(text) ?? []
  if (milliseconds === undefined) return null
  const at = Number(milliseconds)
  return at < 0 || at >= openEnd ? null : new Date(at)
}

const openEnd = Date.UTC(9999, 11, 31)

/** Amounts and quantities are strings; some tenants send numbers. */
export const readDecimal = (value: unknown): number | null => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  return typeof value === 'string' && /^\s*-?\d{1,28}(\.\d{1,20})?\s*$/.test(value) ? Number(value) : null
}

/** Safe to store and show: no control or split characters, at most `most` characters. Null if absent. */
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

/** A text field; empty if it is absent. */
export const textIn = (row: unknown, name: string, most: number): string => readErpText(field(row, name), most) ?? ''

/** A calendar day from `/Date(1795132800000)/`, without a time zone. */
export const readDay = (value: unknown): string | null => {
  const moment = readMoment(value)
  const year = moment?.getUTCFullYear() ?? 0
  return moment && year >= 1970 && year <= 2200 ? dayOf(moment) : null
}

/** An amount that fits every money column. */
export const readErpAmount = (value: unknown): number | null => {
  const amount = readDecimal(value)
  return amount === null || Math.abs(amount) >= 1e10 ? null : amount
}

/** Comma-separated tracking numbers: letters and digits only, so that no unsafe link can be built from them. */
export const readTracking = (value: unknown): string | null =>
  typeof value === 'string' ? trackingNumbersIn(value.slice(0, 4_000)).slice(0, 50).join(',') : null

/** The total number of matching rows, if the request asked for it. */
export const odataCount = (body: unknown): number | null => {
  const count = field(field(body, 'd'), '__count')
  return (typeof count === 'string' || typeof count === 'number') && /^\d{1,12}$/.test(String(count))
    ? Number(count)
    : null
}

/** The rows below `d`: an object or an array, possibly wrapped in `results`. */
export const rowsOf = (body: unknown): unknown[] => {
  const inner = field(body, 'd')
  if (inner === undefined) return []
  return childrenOf(field(inner, 'results') ?? inner)
}

/** An expanded to-many relation: an array, an array in `results`, or a link if it was not expanded. */
export const childrenOf = (value: unknown): unknown[] => {
  if (Array.isArray(value)) return value
  const results = field(value, 'results')
  if (results !== undefined) return childrenOf(results)
  return childOf(value) === null ? [] : [value]
}

/** An expanded to-one relation; an empty one is a link. */
export const childOf = (value: unknown): unknown =>
  typeof value !== 'object' || value === null || field(value, '__deferred') !== undefined ? null : value

/** The address of the next page, for services with server-side paging. */
export const nextPage = (body: unknown): string | null => {
  const next = field(field(body, 'd'), '__next')
  return typeof next === 'string' ? next : null
}

export const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name] // an object that owns the name
    : undefined
