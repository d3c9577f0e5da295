import type { Json, Stamp } from '#platform/db/column-types.ts'

declare module '#platform/db/tables.ts' {
  interface Tables {
    saved_view: SavedViewTable
  }
}

interface SavedViewTable {
  id: string
  user_id: string
  table_name: string
  name: string
  state: Json<{ query: Record<string, string>; sort: string; pageSize: number; hide: string }>
  created_at: Stamp
}
