import { type RawBuilder, sql } from 'kysely'

export type Condition = RawBuilder<boolean>
export type Expression = RawBuilder<unknown>

export const never: Condition = sql<boolean>`false`

export const allOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join([...conditions], sql` and `)})`

export const anyOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? never : sql<boolean>`(${sql.join([...conditions], sql` or `)})`

const literal = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

/** Contains the text, in any case; percent signs and underscores mean themselves. */
export const contains = (column: Expression, text: string): Condition =>
  sql<boolean>`${column} ilike ${`%${literal(text)}%`}`

/**
 * The same for a list of everything, where an index must find the rows: a trigram index needs three letters or digits
 * in a row, so shorter text matches beginnings.
 */
export const containsIndexed = (column: Expression, text: string): Condition =>
  /[\p{L}\p{N}]{3}/u.test(text) ? contains(column, text) : sql<boolean>`${column} ilike ${`${literal(text)}%`}`

/** Exactly this amount, to the cent; what is no amount equals none. */
export const isAmount = (column: Expression, text: string): Condition => {
  const amount = text.replaceAll(/[$,\s]/g, '')
  return /^-?\d{1,12}(\.\d{1,2}0*)?$/.test(amount) ? sql<boolean>`${column} = ${amount}::numeric` : never
}

/** The moment's UTC text, `2026-11-21T…`, begins with this; what begins no moment matches none. */
export const beginsWith = (column: Expression, text: string): Condition => {
  const span = spanOf(text.slice(0, 10))
  if (!span) return never
  const within = sql<boolean>`${column} >= ${span.from}::timestamptz and ${column} < ${span.until}::timestamptz`
  if (text.length <= 10) return sql<boolean>`(${within})`
  const written = sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  return sql<boolean>`(${within} and ${written} like ${`${literal(text)}%`})`
}

interface Span {
  from: string
  until: string
}

/** The days whose text begins like this, as a half-open span of time; null for text that begins no day. */
export const spanOf = (text: string): Span | null => {
  const [, year = '', month, day] =
    /^(\d{1,4})(?:(?<=^\d{4})-(?:(\d{0,2})(?:(?<=-\d{2})-(\d{0,2}))?)?)?$/.exec(text) ?? []
  if (year === '' || year.startsWith('000')) return null
  const years = digits(year, 4, 0, 9_999)
  if (!years) return null
  const months = month === undefined || month === '' ? null : digits(month, 2, 1, 12)
  if (month && !months) return null
  if (!months) return span([years[0], 1, 1], [years[1] + 1, 1, 1])
  if (!day) return span([years[0], months[0], 1], [years[0], months[1] + 1, 1])
  const days = digits(day, 2, 1, new Date(Date.UTC(years[0], months[0], 0)).getUTCDate())
  return days && span([years[0], months[0], days[0]], [years[0], months[0], days[1] + 1])
}

/** The numbers of a width that begin with these digits, within bounds. */
const digits = (text: string, width: number, least: number, most: number): [number, number] | null => {
  const from = Math.max(Number(text.padEnd(width, '0')), least)
  const until = Math.min(Number(text.padEnd(width, '9')), most)
  return from > until ? null : [from, until]
}

type Day = [year: number, month: number, day: number]

const span = (from: Day, until: Day): Span => ({ from: written(from), until: written(until) })

const written = ([year, month, day]: Day): string => {
  const date = new Date(Date.UTC(2_000, month - 1, day))
  date.setUTCFullYear(year + date.getUTCFullYear() - 2_000)
  return year > 9_999 ? 'infinity' : date.toISOString()
}
