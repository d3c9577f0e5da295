import type { Generated } from 'kysely'
import type { Moment, Stamp } from '#platform/db/column-types.ts'

declare module '#platform/db/tables.ts' {
  interface Tables {
    invoice: {
      id: string
      erp_object_id: string | null
      order_id: string | null
      party_id: Generated<string>
      buyer_party_id: Generated<string>
      payer_party_id: Generated<string>
      purchase_order: Generated<string>
      invoice_date: string | null
      erp_created_at: Moment | null
      erp_changed_at: Moment | null
      ship_via: Generated<string>
      fedex_account: Generated<string>
      tracking_number: Generated<string>
      release_status_code: Generated<string>
      shipping_charge: number | null
      total_net_amount: Generated<number>
      total_gross_amount: Generated<number>
      currency_code: Generated<string>
      due_date: string | null
      erp_order_id: Generated<string>
      is_cancellation: Generated<boolean>
      is_credit: Generated<boolean>
      cancels: Generated<string>
      cancelled_by: string | null
      released_seen_at: Moment | null
      /** Null while the ERP has said nothing about it. */
      open_amount: number | null
      open_amount_at: Moment | null
      /** Set by payments. */
      paid_here: number | null
    }
    /** Where the ERP told none, an invoice has none. */
    invoice_line: {
      invoice_id: string
      line_no: number
      product_number: Generated<string>
      name: Generated<string>
      quantity: number | null
      unit: Generated<string>
      net_amount: number | null
    }
    invoice_question: {
      id: string
      invoice_id: string
      line_no: number | null
      reason: 'price' | 'quantity' | 'missing' | 'damaged' | 'charge' | 'other'
      words: string
      asked_by: string
      asked_at: Stamp
      answer: Generated<string>
      settled_by: string | null
      settled_at: Moment | null
    }
    statement_wish: {
      user_id: string
      chosen_at: Stamp
    }
    monthly_statement: {
      business_id: string
      /** Its first day, `YYYY-MM-DD`. */
      month: string
      queued_at: Stamp
      settled_at: Moment | null
      mails: Generated<number>
    }
    invoice_document: {
      invoice_id: string
      content: Buffer
      fetched_at: Stamp
    }
  }
}
