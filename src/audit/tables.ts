import type { ColumnType } from 'kysely'
import type { Json, Stamp } from '#platform/db/column-types.ts'

declare module '#platform/db/tables.ts' {
  interface Tables {
    audit_entry: {
      id: string
      at: Stamp
      actor_id: string | null
      on_behalf_of: string | null
      action: string
      entity: string
      entity_id: string
      before: Json<unknown> | null
      after: Json<unknown> | null
      request_id: string | null
      ip: string | null
    }
    audit_link: {
      /** A bigint, which arrives as text. */
      position: ColumnType<string, number | string, never>
      entry_id: string
      key_id: string
      hash: Buffer
    }
  }
}
