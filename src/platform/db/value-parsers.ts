import pg from 'pg'

const numeric = 1700
const bigint = 20
const day = 1082
const moment = 1184

type Parsers = Record<number, (text: string) => unknown>

/** Amounts fit a double exactly to the cent (numeric(14,2)); calendar days stay text, because they have no time zone. */
const parsers: Parsers = { [numeric]: Number, [bigint]: String, [day]: String }

const typesOf = (own: Parsers): pg.CustomTypesConfig => ({
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    own[oid] ?? pg.types.getTypeParser(oid, format === 'binary' ? 'binary' : 'text'),
})

/** What the driver makes of PostgreSQL's values. */
export const types = typesOf(parsers)

/** The same for rows that only go to the wire: moments are ISO 8601 texts. */
export const wireTypes = typesOf({ ...parsers, [moment]: (text) => wireMoment(text) })

/** Most of a list's time would go into making dates that are only written again. */
const wireMoment = (text: string): string =>
  text[10] === ' ' && text.endsWith('+00')
    ? `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).slice(0, 3).padEnd(3, '0')}Z`
    : parseMoment(text).toISOString()

const parseMoment = pg.types.getTypeParser(moment, 'text') as (text: string) => Date

/** A row whose moments are ISO 8601 texts. */
export type WireRow<Row> = {
  [Name in keyof Row]: Date extends Row[Name] ? Exclude<Row[Name], Date> | string : Row[Name]
}
