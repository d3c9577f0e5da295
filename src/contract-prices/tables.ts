import type { Stamp } from '#platform/db/column-types.ts'

declare module '#platform/db/tables.ts' {
  interface Tables {
    contract_price: {
      product_id: string
      business_id: string
      list: 'general' | 'trulla'
      price: number
      created_at: Stamp
    }
  }
}
