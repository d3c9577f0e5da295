// Generated from the migrated database by `node scripts/run.mjs scripts/write-tables.ts`; a test regenerates and compares it.
import type { Defaulted, Moment } from '#platform/db/column-types.ts'

declare module '#platform/db/tables.ts' {
  interface Tables {
    upload: {
      name: string
      created_at: Defaulted<Moment>
      applied_at: Moment | null
      removing_since: Moment | null
      made_from: Buffer | null
    }
  }
}
