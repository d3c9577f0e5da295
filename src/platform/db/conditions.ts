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
 * A bind parameter that the planner cannot inline, so that one generic plan serves all values of a prepared statement.
 * Otherwise PostgreSQL replans per value when that looks slightly cheaper, which costs more than it gains.
 */
export const bound: Bind = (value, type) => sql`(select ${inline(value, type)})`

const literal = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

/** Contains the text, ignoring case; % and _ are literal. */
export const contains = (column: Expression, text: string, bind = inline): Condition =>
  sql<boolean>`${column} ilike ${bind(`%${literal(text)}%`, 'text')}`

/** For unscoped lists: a trigram index needs three characters in a row; shorter text matches at the beginning. */
export const containsIndexed = (column: Expression, text: string, bind = inline): Condition =>
  isIndexable(text) ? contains(column, text, bind) : sql<boolean>`${column} ilike ${bind(`${literal(text)}%`, 'text')}`

/** Contains the text, ignoring case and accents: `nunez` matches `Núñez`. */
export const containsName = (column: Expression, text: string): Condition =>
  sql<boolean>`folded(${column}) like folded(${pattern(text)}::text)`

/** The same for unscoped lists: shorter text only matches at the beginning. */
export const containsNameIndexed = (column: Expression, text: string): Condition =>
  isIndexable(text) ? containsName(column, text) : beginsName(column, text)

/** Begins with the text, ignoring case and accents. */
export const beginsName = (column: Expression, text: string): Condition =>
  sql<boolean>`folded(${column}) like folded(${pattern(text).slice(1)}::text)`

/** Normalizes before escaping, because a full-width percent sign becomes a plain one. */
const pattern = (text: string): string => `%${literal(text.normalize('NFKD'))}%`

/** Begins with the text, ignoring case; collation "C" matches the index. */
export const startsWith = (column: Expression, text: string): Condition =>
  sql<boolean>`lower(${column}) collate "C" like ${`${literal(text.toLowerCase())}%`}`

/** Whether the text is long enough for a trigram index. */
export const isIndexable = (text: string): boolean => /[\p{L}\p{N}]{3}/u.test(text)

/** Contains the text, by an index of a number's substrings: all of three and six characters, the first one and two. */
export const containsPieces = (column: string, text: string, bind = isSixOrMore(text) ? bound : inline): Condition => {
  const letters = [...text]
  const isBeginning = !isIndexable(text)
  // Sequential numbers differ at their end.
  const piece = isBeginning ? letters.slice(0, 2) : letters.slice(letters.length < 6 ? -3 : -6)
  const given = (value: string) => bind(value, 'text')
  return allOf([
    sql<boolean>`${piecesOf(column)} && array[upper(${given(piece.join(''))}), 'other']`,
    sql<boolean>`${sql.ref(column)} ilike ${given(`${isBeginning ? '' : '%'}${literal(text)}%`)}`,
  ])
}

/** Whether the index of six-character pieces is selective for this text. */
export const isSixOrMore = (text: string): boolean => isIndexable(text) && [...text].length >= 6

/** Cached per column, because the expression is long and there are few columns. */
const piecesOf = (column: string): Expression => {
  const expression = knownPieces.get(column) ?? makePieces(column)
  knownPieces.set(column, expression)
  return expression
}

const knownPieces = new Map<string, Expression>()

/** Must be identical to the index expression. */
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
 * Equals the text. For a bound value the planner would assume a rare match and pick this column's index, so the
 * expression differs from the index and another condition finds the rows.
 */
export const equals = (column: Expression, text: string, bind: Bind): Condition =>
  sql<boolean>`${bind === bound ? sql`${column} || ''` : column} = ${bind(text, 'text')}`

/** Exactly this amount; text that is not an amount matches nothing. */
export const isAmount = (column: Expression, text: string): Condition => {
  const [, sign = '', amount = ''] = /^\s*(-?)(.*)$/.exec(text) ?? []
  const digits = amountDigits(amount)
  return digits === null ? never : sql<boolean>`${column} = ${sign + digits}::numeric`
}

/** The moment in wire format begins with this text; text with an offset matches that exact moment. */
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

/** The half-open span of days that begin with this text; null if there are none. */
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

/** The range of numbers with this width that begin with these digits, clamped to the bounds. */
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
