// Generated from the migrated database by `node scripts/run.mjs scripts/write-tables.ts`; a test regenerates and compares it.
import type { Defaulted } from '#platform/db/column-types.ts'

declare module '#platform/db/tables.ts' {
  interface Tables {
    cost_center: {
      id: string
      business_id: string
      code: string
      name: string
      is_active: Defaulted<boolean>
      needs_approval: Defaulted<boolean>
      version: Defaulted<number>
    }
    budget: {
      id: string
      business_id: string
      user_id: string | null
      cost_center_id: string | null
      period: 'month' | 'quarter'
      amount: number
      mode: 'warn' | 'stop'
      notified_for: string | null
      version: Defaulted<number>
    }
  }
}
