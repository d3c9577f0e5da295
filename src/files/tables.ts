import type { Moment, Stamp } from '#platform/db/column-types.ts'

declare module '#platform/db/tables.ts' {
  interface Tables {
    upload: {
      name: string
      created_at: Stamp
      applied_at: Moment | null
      removing_since: Moment | null
      made_from: Buffer | null
    }
  }
}
