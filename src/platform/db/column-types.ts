import type { ColumnType } from 'kysely'

/** timestamptz: read as a Date, written as a Date or ISO text. */
export type Moment = ColumnType<Date, Date | string, Date | string>
/** Read as text, because a bigint can exceed the safe integers. */
export type Bigint = ColumnType<string, number | string, number | string>
export type Json<T> = ColumnType<T, string, string>
/** A column with a default, optional on insert. */
export type Defaulted<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>

/** Overrides for columns whose type the database cannot express. */
export interface PlatformColumns {
  'job.payload': Record<string, string>
}
