import pg from 'pg'

const numeric = 1700
const bigint = 20
const day = 1082
const moment = 1184

type Parsers = Record<number, (text: string) => unknown>

/** Amounts, numeric(14,2), fit a double exactly to the cent; dates stay text, because they have no time zone. */
const parsers: Parsers = { [numeric]: Number, [bigint]: String, [day]: String }

const typesOf = (own: Parsers): pg.CustomTypesConfig => ({
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    own[oid] ?? pg.types.getTypeParser(oid, format === 'binary' ? 'binary' : 'text'),
})

/** Parsers of PostgreSQL values. */
export const types = typesOf(parsers)

/** The same for rows that only go to the wire: moments are ISO 8601 texts. */
export const wireTypes = typesOf({ ...parsers, [moment]: (text) => wireMoment(text) })

/** Creating Dates that are only serialized again would take most of a list's time. */
const wireMoment = (text: string): string =>
  text[10] === ' ' && text.endsWith('+00')
    ? `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).slice(0, 3).padEnd(3, '0')}Z`
    : parseMoment(text).toISOString()

const parseMoment = pg.types.getTypeParser(moment, 'text') as (text: string) => Date

/** A row with moments as ISO 8601 texts. */
export type WireRow<Row> = {
  [Name in keyof Row]: Date extends Row[Name] ? Exclude<Row[Name], Date> | string : Row[Name]
}
