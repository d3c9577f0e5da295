// Generated from the migrated database by `node scripts/run.mjs scripts/write-tables.ts`; a test regenerates and compares it.
import type { Bigint, Defaulted, Moment } from '#platform/db/column-types.ts'

declare module '#platform/db/tables.ts' {
  interface Tables {
    sales_rollup: {
      scope: 'day' | 'state' | 'customer' | 'product' | 'account' | 'purchase'
      key: string
      period: string
      orders: Bigint
      sales: number
      pieces: Bigint
    }
    sales_pending: {
      id: Defaulted<string>
      scope: 'day' | 'state' | 'customer' | 'product' | 'account' | 'purchase'
      key: string
      period: string
      orders: Bigint
      sales: number
      pieces: Bigint
    }
    /** A view. */
    sales_figure: {
      scope: string
      key: string
      period: string
      orders: Bigint
      sales: number
      pieces: Bigint
    }
    sales_compaction: {
      only_row: Defaulted<boolean>
      version: Defaulted<Bigint>
    }
    sales_breakdown: {
      dimension: 'rep' | 'category' | 'manufacturer' | 'priceList'
      period: string
      key: string
      orders: Bigint
      sales: number
      pieces: Bigint
    }
    sales_recount: {
      day: string
    }
    /** A view. */
    order_figure: {
      order_id: string
      deleted_at: Moment | null
      scope: string
      key: string
      period: string
      orders: number
      sales: number
      pieces: Bigint
    }
    /** A view. */
    business_product: {
      business_id: string
      product_id: string
      orders: number
    }
  }
}
