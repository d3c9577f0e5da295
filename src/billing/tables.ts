// Generated from the migrated database by `node scripts/run.mjs scripts/write-tables.ts`; a test regenerates and compares it.
import type { Bigint, Defaulted, Moment } from '#platform/db/column-types.ts'
import type { BillingColumns } from './column-types.ts'

declare module '#platform/db/tables.ts' {
  interface Tables {
    invoice: {
      id: string
      erp_object_id: string | null
      order_id: string | null
      erp_order_id: Defaulted<string>
      party_id: Defaulted<string>
      buyer_party_id: Defaulted<string>
      payer_party_id: Defaulted<string>
      purchase_order: Defaulted<string>
      invoice_date: string | null
      due_date: string | null
      release_status_code: Defaulted<string>
      released_seen_at: Moment | null
      is_cancellation: Defaulted<boolean>
      is_credit: Defaulted<boolean>
      cancels: Defaulted<string>
      cancelled_by: string | null
      ship_via: Defaulted<string>
      fedex_account: Defaulted<string>
      tracking_number: Defaulted<string>
      currency_code: Defaulted<string>
      shipping_charge: number | null
      total_net_amount: Defaulted<number>
      total_gross_amount: Defaulted<number>
      open_amount: number | null
      open_amount_at: Moment | null
      paid_here: number | null
      erp_created_at: Moment | null
      erp_changed_at: Moment | null
    }
    invoice_line: {
      invoice_id: string
      line_no: number
      product_number: Defaulted<string>
      name: Defaulted<string>
      quantity: number | null
      unit: Defaulted<string>
      net_amount: number | null
    }
    invoice_document: {
      invoice_id: string
      content: Buffer
      fetched_at: Defaulted<Moment>
    }
    invoice_question: {
      id: string
      invoice_id: string
      line_no: number | null
      reason: 'price' | 'quantity' | 'missing' | 'damaged' | 'charge' | 'other'
      words: string
      asked_by: string
      asked_at: Defaulted<Moment>
      answer: Defaulted<string>
      settled_by: string | null
      settled_at: Moment | null
    }
    payment: {
      id: string
      order_id: string | null
      provider: 'stripe' | 'paypal' | 'manual'
      provider_id: string | null
      attempt: Defaulted<number>
      cents: Bigint
      currency: Defaulted<string>
      state: Defaulted<'open' | 'taking' | 'paid' | 'ended' | 'surplus'>
      claimed_at: Moment | null
      claims: Defaulted<number>
      capture_id: string | null
      refunded_cents: Defaulted<Bigint>
      dispute: Defaulted<string>
      note: Defaulted<string>
      actor_id: string | null
      created_at: Defaulted<Moment>
      checked_at: Moment | null
      settled_at: Moment | null
    }
    payment_event: {
      provider: BillingColumns['payment_event.provider']
      event_id: string
      received_at: Defaulted<Moment>
    }
    invoice_share: {
      payment_id: string
      invoice_id: string
      cents: Bigint
      is_held: Defaulted<boolean>
    }
    statement_wish: {
      user_id: string
      chosen_at: Defaulted<Moment>
    }
    monthly_statement: {
      business_id: string
      month: string
      queued_at: Defaulted<Moment>
      settled_at: Moment | null
      mails: Defaulted<number>
    }
    business_credit: {
      business_id: string
      credit_limit: number
      credit_left: number | null
      currency_code: string
      said_at: Moment
    }
  }
}
