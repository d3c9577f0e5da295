// Generated from the migrated database by `node scripts/run.mjs scripts/write-tables.ts`; a test regenerates and compares it.
import type { Defaulted, Json, Moment } from '#platform/db/column-types.ts'
import type { ViewsColumns } from './column-types.ts'

declare module '#platform/db/tables.ts' {
  interface Tables {
    saved_view: {
      id: string
      user_id: string
      table_name: string
      name: string
      state: Json<ViewsColumns['saved_view.state']>
      created_at: Defaulted<Moment>
    }
  }
}
