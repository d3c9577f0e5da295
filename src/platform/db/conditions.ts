import { type RawBuilder, sql } from 'kysely'
import { amountDigits } from '#shared/read-number.ts'

export type Condition = RawBuilder<boolean>
export type Expression = RawBuilder<unknown>

export const never: Condition = sql<boolean>`false`

export const allOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join([...conditions], sql` and `)})`

export const anyOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? never : sql<boolean>`(${sql.join([...conditions], sql` or `)})`

export type Bind = (
  value: unknown,
  type: 'uuid' | 'uuid[]' | 'text' | 'bigint' | 'numeric' | 'timestamptz' | 'timestamp' | 'date',
) => Expression

export const inline: Bind = (value, type) => sql`${value}::${sql.raw(type)}`

/**
 * A value that the planner cannot look at. One plan serves all, and a prepared statement keeps it: where a plan for each
 * value promises a little more, it plans every time, which costs more than it gains.
 */
export const bound: Bind = (value, type) => sql`(select ${inline(value, type)})`

const literal = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

/** Contains the text, in any case; percent signs and underscores mean themselves. */
export const contains = (column: Expression, text: string, bind = inline): Condition =>
  sql<boolean>`${column} ilike ${bind(`%${literal(text)}%`, 'text')}`

/**
 * The same for a list of everything, where an index must find the rows: a trigram index needs three letters or digits
 * in a row, so shorter text matches beginnings.
 */
export const containsIndexed = (column: Expression, text: string, bind = inline): Condition =>
  isIndexable(text) ? contains(column, text, bind) : sql<boolean>`${column} ilike ${bind(`${literal(text)}%`, 'text')}`

/** Contains the text in any case, with accents or without: `nunez` is in `Núñez`. */
export const containsName = (column: Expression, text: string): Condition =>
  sql<boolean>`folded(${column}) like folded(${pattern(text)}::text)`

/** The same for a list of everything: shorter text matches beginnings. */
export const containsNameIndexed = (column: Expression, text: string): Condition =>
  isIndexable(text) ? containsName(column, text) : beginsName(column, text)

/** Begins with the text, likewise. */
export const beginsName = (column: Expression, text: string): Condition =>
  sql<boolean>`folded(${column}) like folded(${pattern(text).slice(1)}::text)`

/** Taken apart before it is escaped, because a wide percent sign becomes a plain one. */
const pattern = (text: string): string => `%${literal(text.normalize('NFKD'))}%`

/** Begins with the text, in any case; the column is compared by its bytes, as in its index. */
export const startsWith = (column: Expression, text: string): Condition =>
  sql<boolean>`lower(${column}) collate "C" like ${`${literal(text.toLowerCase())}%`}`

/** Whether the text is long enough for an index to find it anywhere in a value. */
export const isIndexable = (text: string): boolean => /[\p{L}\p{N}]{3}/u.test(text)

/**
 * The same for numbers of orders and accounts, by an index of their pieces: all of three and of six letters, and what they
 * begin with of one and of two.
 */
export const containsPieces = (column: string, text: string, bind = isSixOrMore(text) ? bound : inline): Condition => {
  const letters = [...text]
  const isBeginning = !isIndexable(text)
  // Numbers that are given out one after the other differ at their end.
  const piece = isBeginning ? letters.slice(0, 2) : letters.slice(letters.length < 6 ? -3 : -6)
  const given = (value: string) => bind(value, 'text')
  return allOf([
    sql<boolean>`${piecesOf(column)} && array[upper(${given(piece.join(''))}), 'other']`,
    sql<boolean>`${sql.ref(column)} ilike ${given(`${isBeginning ? '' : '%'}${literal(text)}%`)}`,
  ])
}

/** Whether an index of pieces finds a few rows by this text, whatever it is. */
export const isSixOrMore = (text: string): boolean => isIndexable(text) && [...text].length >= 6

/** Each text is made once: there are few columns of such numbers, and a long text to make for each. */
const piecesOf = (column: string): Expression => {
  const expression = knownPieces.get(column) ?? makePieces(column)
  knownPieces.set(column, expression)
  return expression
}

const knownPieces = new Map<string, Expression>()

/** Written exactly as in the indexes. */
const makePieces = (column: string): Expression => {
  const pieces = (size: number, starts: number) => {
    const each = Array.from({ length: starts }, (_, at) => `substr(${column}, ${at + 1}, ${size})`)
    return `(array[${each.join(', ')}])[1:length(${column}) - ${size - 1}]`
  }
  return sql.raw(`(
    case when length(${column}) > 12 or ${column} <> upper(${column}) then array['other']
    else array[substr(${column}, 1, 1), substr(${column}, 1, 2)] || ${pieces(3, 10)} || ${pieces(6, 7)} end
  )`)
}

/**
 * Equals this text. Where the planner does not see the text, it would take it for rare; so it is not written as in the index
 * then, and something else finds the few rows to compare.
 */
export const equals = (column: Expression, text: string, bind: Bind): Condition =>
  sql<boolean>`${bind === bound ? sql`${column} || ''` : column} = ${bind(text, 'text')}`

/** Exactly this amount, to the last digit; what is no amount equals none. */
export const isAmount = (column: Expression, text: string): Condition => {
  const [, sign = '', amount = ''] = /^\s*(-?)(.*)$/.exec(text) ?? []
  const digits = amountDigits(amount)
  return digits === null ? never : sql<boolean>`${column} = ${sign + digits}::numeric`
}

/**
 * The moment, written in the wholesaler's time zone as on the wire, begins with this; with its offset it is this very moment.
 * What begins no moment matches none.
 */
export const beginsWith = (column: Expression, text: string): Condition => {
  if (hasOffset(text)) return isAt(column, Date.parse(text))
  const span = spanOf(text.slice(0, 10))
  if (!span) return never
  const begins = (day: string) => sql`(${inline(day, 'timestamp')} at time zone business_zone())`
  const within = sql<boolean>`(${column} >= ${begins(span.from)} and ${column} < ${begins(span.until)})`
  if (text.length <= 10) return within
  const written = sql`to_char(${column} at time zone business_zone(), 'YYYY-MM-DD"T"HH24:MI:SS.MS')`
  return sql<boolean>`(${within} and ${written} like ${inline(`${literal(text)}%`, 'text')})`
}

const hasOffset = (text: string): boolean => /T.*(?:Z|[+-]\d\d:\d\d)$/.test(text)

const isAt = (column: Expression, at: number): Condition => {
  if (Number.isNaN(at)) return never
  const moment = (of: number) => inline(new Date(of).toISOString(), 'timestamptz')
  return sql<boolean>`(${column} >= ${moment(at)} and ${column} < ${moment(at + 1)})`
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
