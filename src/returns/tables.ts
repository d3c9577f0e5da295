// Generated from the migrated database by `node scripts/run.mjs scripts/write-tables.ts`; a test regenerates and compares it.
import type { Defaulted, Moment } from '#platform/db/column-types.ts'

declare module '#platform/db/tables.ts' {
  interface Tables {
    return_request: {
      id: string
      number: Defaulted<number>
      business_id: string
      order_id: string | null
      invoice_id: string | null
      desk: 'returns' | 'compliance' | 'recall' | 'reverse-distributor'
      state: Defaulted<'requested' | 'authorized' | 'received' | 'credited' | 'refused' | 'canceled'>
      contact: string
      requested_by: string
      requested_at: Defaulted<Moment>
      answer: Defaulted<string>
      order_form: Defaulted<string>
      authorized_at: Moment | null
      received_at: Moment | null
      closed_at: Moment | null
      credit_number: Defaulted<string>
      version: Defaulted<number>
    }
    return_line: {
      return_id: string
      line_no: number
      source_line: number
      product_id: string | null
      number: string
      name: string
      quantity: number
      reason: 'mistake' | 'wrong' | 'damaged' | 'short' | 'missing' | 'recalled' | 'expired' | 'other'
      words: Defaulted<string>
      lot: Defaulted<string>
      expiry: string | null
      condition: 'unopened' | 'opened' | 'dispensed' | null
      schedule: 'none' | 'unknown' | 'CII' | 'CIII' | 'CIV' | 'CV'
      storage: 'room' | 'cold' | 'unknown'
      needs_trace: boolean | null
      why: string
      next_step: string
      received_quantity: number | null
      received_condition: 'sound' | 'opened' | 'damaged' | 'expired' | null
      restocked_quantity: Defaulted<number>
      serials: Defaulted<string[]>
      verified_against: Defaulted<string>
    }
    return_file: {
      id: string
      return_id: string
      kind: 'photo' | 'label'
      content: Buffer
      added_by: string
      added_at: Defaulted<Moment>
    }
    return_template: {
      id: string
      title: string
      kind: 'authorize' | 'refuse'
      words: string
      version: Defaulted<number>
    }
  }
}
