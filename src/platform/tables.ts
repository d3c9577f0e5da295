// Generated from the migrated database by `node scripts/run.mjs scripts/write-tables.ts`; a test regenerates and compares it.
import type { Defaulted, Json, Moment } from '#platform/db/column-types.ts'
import type { PlatformColumns } from './db/column-types.ts'

declare module '#platform/db/tables.ts' {
  interface Tables {
    job: {
      id: string
      kind: string
      lane: string
      key: string | null
      payload: Defaulted<Json<PlatformColumns['job.payload']>>
      run_at: Defaulted<Moment>
      attempts: Defaulted<number>
      locked_until: Moment | null
      last_error: string | null
      failed_at: Moment | null
      created_at: Defaulted<Moment>
    }
    lane: {
      name: string
      paused_until: Moment | null
      reason: Defaulted<string>
    }
    job_hold: {
      is_held: Defaulted<boolean>
      held_at: Defaulted<Moment>
    }
    attempt: {
      key: string
      count: number
      window_ends_at: Moment
    }
    answered_request: {
      key_hash: string
      request_hash: string
      result: Json<unknown> | null
      created_at: Defaulted<Moment>
    }
    portal_secret: {
      name: string
      value: Buffer
    }
    business_calendar: {
      only_row: Defaulted<boolean>
      time_zone: string
    }
  }
}
