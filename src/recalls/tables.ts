// Generated from the migrated database by `node scripts/run.mjs scripts/write-tables.ts`; a test regenerates and compares it.
import type { Defaulted, Json, Moment } from '#platform/db/column-types.ts'
import type { RecallsColumns } from './column-types.ts'

declare module '#platform/db/tables.ts' {
  interface Tables {
    suspect_case: {
      id: string
      product_id: string
      lots: Defaulted<string[]>
      serials: Defaulted<string[]>
      stops_sales: Defaulted<boolean>
      reason: string
      sold_since: string
      sample: Defaulted<string>
      opened_at: Defaulted<Moment>
      opened_by: string
      outcome: 'cleared' | 'illegitimate' | null
      conclusion: Defaulted<string>
      concluded_at: Moment | null
      concluded_by: string | null
      fda_reference: Defaulted<string>
      ended_at: Moment | null
      ended_by: string | null
      version: Defaulted<number>
    }
    suspect_note: {
      id: string
      case_id: string
      author_id: string
      text: string
      created_at: Defaulted<Moment>
    }
    recall: {
      id: string
      firm: string
      firm_reference: Defaulted<string>
      class: 'I' | 'II' | 'III' | 'withdrawal'
      depth: 'user' | 'retail' | 'wholesale'
      level: 'A' | 'B' | 'C' | 'D' | 'E'
      level_percent: number | null
      reason: string
      instructions: string
      sold_since: string
      reply_by: string
      stops_sales: Defaulted<boolean>
      status: Defaulted<'draft' | 'sent' | 'closed'>
      version: Defaulted<number>
      created_at: Defaulted<Moment>
      created_by: string
      sent_at: Moment | null
      sent_by: string | null
      closed_at: Moment | null
      closed_by: string | null
      conclusion: Defaulted<string>
    }
    recall_product: {
      recall_id: string
      product_id: string
      lots: Defaulted<string[]>
    }
    notice_recipient: {
      id: string
      recall_id: string | null
      case_id: string | null
      turn: 'recall' | 'illegitimate' | 'ended'
      business_id: string | null
      account_number: Defaulted<string>
      name: string
      basis: 'lot' | 'window'
      purchases: Defaulted<Json<RecallsColumns['notice_recipient.purchases']>>
      queued_at: Moment | null
      mail_count: Defaulted<number>
      replied_at: Moment | null
    }
    recall_reply: {
      id: string
      recipient_id: string
      replied_by: string
      replied_at: Defaulted<Moment>
      lines: Json<RecallsColumns['recall_reply.lines']>
      has_notified_customers: boolean
      note: Defaulted<string>
    }
    recall_call: {
      id: string
      recipient_id: string
      called_by: string
      called_at: Defaulted<Moment>
      result: 'reached' | 'message left' | 'no answer' | 'wrong number'
      note: Defaulted<string>
    }
    loss_report: {
      id: string
      order_id: string | null
      invoice_id: string | null
      line_no: number
      product_id: string | null
      product_name: string
      kind: 'not received' | 'short' | 'damaged'
      quantity: number
      note: Defaulted<string>
      dea_schedule: string
      cold_status: Defaulted<string>
      reported_at: Defaulted<Moment>
      reported_by: string
      dea_due: string
      form_due: string
      dea_notified_on: string | null
      form_filed_on: string | null
      form_number: Defaulted<string>
      closed_at: Moment | null
      closed_by: string | null
      conclusion: Defaulted<string>
      version: Defaulted<number>
    }
    suspect_file: {
      id: string
      case_id: string
      name: string
      type: 'application/pdf' | 'image/png' | 'image/jpeg' | 'image/webp'
      content: Buffer
      added_by: string
      added_at: Defaulted<Moment>
    }
  }
}
