// Generated from the migrated database by `node scripts/run.mjs scripts/write-tables.ts`; a test regenerates and compares it.
import type { Defaulted, Moment } from '#platform/db/column-types.ts'

declare module '#platform/db/tables.ts' {
  interface Tables {
    order_event: {
      id: string
      order_id: string
      line_no: number | null
      name: string
      field: 'quantity' | 'price' | 'substitute' | 'added' | 'address' | 'backorder'
      before: string
      after: string
      source: 'erp' | 'portal'
      created_at: Defaulted<Moment>
    }
    substitute_answer: {
      id: string
      order_id: string
      line_no: number
      item: string
      slug: string
      name: string
      cold_status: string | null
      dea_schedule: string | null
      quantity: number
      reasons: string
      asked_at: Defaulted<Moment>
      answer: 'yes' | 'no' | null
      answered_by: string | null
      answered_at: Moment | null
      ended_at: Moment | null
    }
  }
}
