// Generated from the migrated database by `node scripts/run.mjs scripts/write-tables.ts`; a test regenerates and compares it.
import type { Defaulted, Moment } from '#platform/db/column-types.ts'

declare module '#platform/db/tables.ts' {
  interface Tables {
    contract_price: {
      product_id: string
      business_id: string
      list: 'general' | 'trulla'
      price: number
      created_at: Defaulted<Moment>
    }
    price_list: {
      id: string
      name: string
      contract_number: Defaulted<string>
      currency: Defaulted<string>
      valid_from: string
      valid_to: string | null
      priority: Defaulted<number>
      ending_notified_for: string | null
      created_at: Defaulted<Moment>
      changed_at: Defaulted<Moment>
    }
    price_entry: {
      price_list_id: string
      product_id: string
      from_quantity: Defaulted<number>
      price: number | null
      percent_off: number | null
    }
  }
}
