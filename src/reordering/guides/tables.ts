import type { Stamp } from '#platform/db/column-types.ts'

declare module '#platform/db/tables.ts' {
  interface Tables {
    order_guide: {
      id: string
      business_id: string
      name: string
      created_at: Stamp
      changed_at: Stamp
    }
    order_guide_line: {
      guide_id: string
      product_id: string
      quantity: number
      place: number
    }
  }
}
