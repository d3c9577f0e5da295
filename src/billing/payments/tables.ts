import type { ColumnType, Generated } from 'kysely'
import type { Moment, Stamp } from '#platform/db/column-types.ts'

declare module '#platform/db/tables.ts' {
  interface Tables {
    payment: {
      id: string
      /** Null where it pays invoices. */
      order_id: string | null
      provider: 'stripe' | 'paypal' | 'manual'
      provider_id: string | null
      attempt: Generated<number>
      /** A bigint, which arrives as text. */
      cents: ColumnType<string, number, number>
      currency: Generated<string>
      state: Generated<'open' | 'taking' | 'paid' | 'ended' | 'surplus'>
      claimed_at: Moment | null
      claims: Generated<number>
      capture_id: string | null
      refunded_cents: ColumnType<string, number | undefined, number>
      dispute: Generated<string>
      note: Generated<string>
      actor_id: string | null
      created_at: Stamp
      checked_at: Moment | null
      settled_at: Moment | null
    }
    invoice_share: {
      payment_id: string
      invoice_id: string
      cents: ColumnType<string, number, number>
      is_held: Generated<boolean>
    }
    payment_event: {
      provider: string
      event_id: string
      received_at: Stamp
    }
  }
}
