// Generated from the migrated database by `node scripts/run.mjs scripts/write-tables.ts`; a test regenerates and compares it.
import type { Defaulted, Moment } from '#platform/db/column-types.ts'

declare module '#platform/db/tables.ts' {
  interface Tables {
    order_change: {
      id: string
      order_id: string
      reason: Defaulted<string>
      asked_by: string | null
      asked_at: Defaulted<Moment>
      attempts: Defaulted<number>
      sent_at: Moment | null
      ended_at: Moment | null
    }
    order_change_line: {
      change_id: string
      line_no: number
      from_quantity: number
      to_quantity: number
      state: Defaulted<'asked' | 'done' | 'tooLate' | 'refused'>
      answer: Defaulted<string>
    }
  }
}
