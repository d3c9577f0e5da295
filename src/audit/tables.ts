// Generated from the migrated database by `node scripts/run.mjs scripts/write-tables.ts`; a test regenerates and compares it.
import type { Bigint, Defaulted, Json, Moment } from '#platform/db/column-types.ts'

declare module '#platform/db/tables.ts' {
  interface Tables {
    audit_entry: {
      id: string
      at: Defaulted<Moment>
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
      position: Bigint
      entry_id: string
      key_id: string
      hash: Buffer
    }
  }
}
