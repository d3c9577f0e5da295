import type { ColumnType } from 'kysely'

/** A moment: read as a Date, written as a Date or ISO text. */
export type Moment = ColumnType<Date, Date | string, Date | string>
export type Stamp = ColumnType<Date, Date | string | undefined, Date | string>
export type Json<T> = ColumnType<T, string, string>
