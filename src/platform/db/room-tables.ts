import type { ColumnType, Generated } from 'kysely'
import type { Json, Moment, Stamp } from './column-types.ts'

interface SavedViewTable {
  id: string
  user_id: string
  table_name: string
  name: string
  state: Json<{ query: Record<string, string>; sort: string; pageSize: number; hide: string }>
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

interface LaneTable {
  name: string
  paused_until: Moment | null
  reason: Generated<string>
}

interface MailTable {
  id: string
  recipient: string
  subject: string
  html: string
  body: string
  created_at: Stamp
  sent_at: Moment | null
}

interface PortalSecretTable {
  name: string
  value: Buffer
}

export interface RoomTables {
  saved_view: SavedViewTable
  job: JobTable
  lane: LaneTable
  mail: MailTable
  portal_secret: PortalSecretTable
}
