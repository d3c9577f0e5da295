// Generated from the migrated database by `node scripts/run.mjs scripts/write-tables.ts`; a test regenerates and compares it.
import type { Defaulted, Json, Moment } from '#platform/db/column-types.ts'
import type { ErpColumns } from './column-types.ts'

declare module '#platform/db/tables.ts' {
  interface Tables {
    erp_sync: {
      kind: ErpColumns['erp_sync.kind']
      watermark: Moment | null
      after_key: string | null
      finished_at: Moment | null
    }
    erp_run: {
      id: string
      kind: ErpColumns['erp_run.kind']
      state: Defaulted<'waiting' | 'running' | 'done' | 'failed'>
      asked_by: string | null
      is_full: Defaulted<boolean>
      created_at: Defaulted<Moment>
      started_at: Moment | null
      finished_at: Moment | null
      read_count: Defaulted<number>
      added_count: Defaulted<number>
      changed_count: Defaulted<number>
      refused_count: Defaulted<number>
      message: Defaulted<string>
      notes: Defaulted<Json<ErpColumns['erp_run.notes']>>
    }
    erp_circuit: {
      only_row: Defaulted<boolean>
      opened_at: Moment | null
      retry_at: Moment | null
      probing_until: Moment | null
      wait_seconds: Defaulted<number>
      reason: Defaulted<string>
    }
    erp_exception: {
      key: string
      order_id: string | null
      message: string
      raised_at: Defaulted<Moment>
      cleared_at: Moment | null
      cleared_by: string | null
    }
  }
}
