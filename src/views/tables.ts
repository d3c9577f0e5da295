import type { Json, Stamp } from '#platform/db/column-types.ts'
import type { ViewState } from './contract.ts'

declare module '#platform/db/tables.ts' {
  interface Tables {
    saved_view: {
      id: string
      user_id: string
      table_name: string
      name: string
      state: Json<ViewState>
      created_at: Stamp
    }
  }
}
