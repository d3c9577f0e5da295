import type { Insertable, Kysely, Selectable, Transaction } from 'kysely'
import type { Moment } from './column-types.ts'

/** Extended by the generated `tables.ts` of every room. */
export interface Tables {
  /** Declared here because migrate.ts creates it, not a migration. */
  migration: { name: string; checksum: string; applied_at: Moment }
}

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>
export type Row<T extends keyof Tables> = Selectable<Tables[T]>
export type NewRow<T extends keyof Tables> = Insertable<Tables[T]>
