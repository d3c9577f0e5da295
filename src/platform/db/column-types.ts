import type { ColumnType } from 'kysely'

/** A moment: read as a Date, written as a Date or ISO text. */
export type Moment = ColumnType<Date, Date | string, Date | string>
/** Read as text, because not every bigint fits a number. */
export type Bigint = ColumnType<string, number | string, number | string>
export type Json<T> = ColumnType<T, string, string>
/** The database fills it in where nothing is given. */
export type Defaulted<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>

/** What the database does not know of these columns. */
export interface PlatformColumns {
  'job.payload': Record<string, string>
}
