import type { ColumnType, Generated, Insertable, Kysely, Selectable, Transaction } from 'kysely'
import type { Json, Moment, Stamp } from './column-types.ts'

/** Each domain adds its own beside its contract; these are the platform's. */
export interface Tables {
  answered_request: AnsweredRequestTable
  attempt: { key: string; count: number; window_ends_at: Moment }
  job: JobTable
  job_hold: { is_held: Generated<boolean>; held_at: Stamp }
  lane: { name: string; paused_until: Moment | null; reason: Generated<string> }
  portal_secret: PortalSecretTable
}

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>
export type Row<T extends keyof Tables> = Selectable<Tables[T]>
export type NewRow<T extends keyof Tables> = Insertable<Tables[T]>

interface AnsweredRequestTable {
  key_hash: string
  request_hash: string
  result: Json<unknown> | null
  created_at: Stamp
}

interface JobTable {
  id: string
  kind: string
  lane: string
  key: string | null
  payload: ColumnType<Record<string, string>, string | undefined, string>
  run_at: Stamp
  attempts: Generated<number>
  locked_until: Moment | null
  last_error: string | null
  failed_at: Moment | null
  created_at: Stamp
}

interface PortalSecretTable {
  name: string
  value: Buffer
}
