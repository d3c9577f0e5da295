import type { ColumnType, Generated } from 'kysely'
import type { Moment, Stamp } from '#platform/db/column-types.ts'

declare module '#platform/db/tables.ts' {
  interface Tables {
    erp_sync: {
      kind: string
      watermark: Moment | null
      after_key: string | null
      finished_at: Moment | null
    }
    erp_run: {
      id: string
      kind: string
      state: Generated<'waiting' | 'running' | 'done' | 'failed'>
      asked_by: string | null
      is_full: Generated<boolean>
      created_at: Stamp
      started_at: Moment | null
      finished_at: Moment | null
      read_count: Generated<number>
      added_count: Generated<number>
      changed_count: Generated<number>
      refused_count: Generated<number>
      message: Generated<string>
      notes: ColumnType<string[], string | undefined, string>
    }
    erp_circuit: {
      only_row: Generated<boolean>
      opened_at: Moment | null
      retry_at: Moment | null
      probing_until: Moment | null
      wait_seconds: Generated<number>
      reason: Generated<string>
    }
    erp_exception: {
      key: string
      order_id: string | null
      message: string
      raised_at: Stamp
      cleared_at: Moment | null
      cleared_by: string | null
    }
  }
}
