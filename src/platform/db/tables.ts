import type { Insertable, Kysely, Selectable, Transaction } from 'kysely'
import type { Moment } from './column-types.ts'

/** The generated `tables.ts` of every room adds its tables. */
export interface Tables {
  /** No migration makes it: migrate.ts needs it first. */
  migration: { name: string; checksum: string; applied_at: Moment }
}

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>
export type Row<T extends keyof Tables> = Selectable<Tables[T]>
export type NewRow<T extends keyof Tables> = Insertable<Tables[T]>
