import type { Json, Stamp } from '#platform/db/column-types.ts'

declare module '#platform/db/tables.ts' {
  interface Tables {
    import_part: {
      run_id: string
      part: number
      actor_id: string | null
      body_hash: Buffer
      answer: Json<unknown>
      created_at: Stamp
    }
  }
}
