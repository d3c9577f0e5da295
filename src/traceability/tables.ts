// Generated from the migrated database by `node scripts/run.mjs scripts/write-tables.ts`; a test regenerates and compares it.
import type { Bigint, Defaulted, Json, Moment } from '#platform/db/column-types.ts'
import type { TraceabilityColumns } from './column-types.ts'

declare module '#platform/db/tables.ts' {
  interface Tables {
    trace_document: {
      id: string
      direction: 'inbound' | 'outbound' | 'unclear'
      format: 'XML' | 'JSON-LD'
      schema_version: string
      guideline: Defaulted<string>
      sender_gln: Defaulted<string>
      receiver_gln: Defaulted<string>
      instance_id: Defaulted<string>
      is_affirmed: Defaulted<boolean>
      statement: Defaulted<string>
      document_date: Moment
      products: Defaulted<Json<TraceabilityColumns['trace_document.products']>>
      places: Defaulted<Json<TraceabilityColumns['trace_document.places']>>
      findings: Defaulted<Json<TraceabilityColumns['trace_document.findings']>>
      file_name: Defaulted<string>
      digest: string
      content: Buffer
      received_at: Defaulted<Moment>
      received_by: string | null
      accepted_at: Moment | null
      accepted_by: string | null
      accept_reason: Defaulted<string>
      supplier_id: string | null
    }
    trace_shipment: {
      id: string
      document_id: string
      event_no: number
      event_id: Defaulted<string>
      shipped_at: Moment
      seller_gln: Defaulted<string>
      buyer_gln: Defaulted<string>
      ship_from_gln: Defaulted<string>
      ship_to_gln: Defaulted<string>
      business_id: string | null
      order_id: string | null
      package_count: number
      mismatch: Defaulted<string>
      withdrawn_at: Moment | null
      withdrawn_by: string | null
    }
    trace_reference: {
      shipment_id: string
      kind: string
      number: string
    }
    trace_package: {
      shipment_id: string
      gtin: string
      serial: string
      lot: Defaulted<string>
      expiry: string | null
      container: Defaulted<string>
    }
    trace_check: {
      id: Defaulted<Bigint>
      order_id: string | null
      product_id: string | null
    }
    trace_delivery: {
      order_id: string
      business_id: string | null
      shipped_at: Moment
      lines_missing: number
      conflict: Defaulted<string>
      checked_at: Defaulted<Moment>
    }
    trace_partner: {
      business_id: string
      way: Defaulted<'none' | 'portal' | 'push'>
      guideline: Defaulted<'R1.2' | 'R1.3'>
      url: Defaulted<string>
      header_name: Defaulted<string>
      header_value: Buffer | null
      agreed_on: string | null
      agreement: Buffer | null
      agreement_name: Defaulted<string>
      version: Defaulted<number>
    }
    trace_push: {
      id: string
      shipment_id: string
      business_id: string
      state: Defaulted<'waiting' | 'sent' | 'failed'>
      attempts: Defaulted<number>
      last_error: Defaulted<string>
      queued_at: Defaulted<Moment>
      sent_at: Moment | null
    }
    trace_request: {
      id: string
      kind: 'recall' | 'investigation'
      requester: string
      contact: Defaulted<string>
      arrived_at: Moment
      product: Defaulted<string>
      lot: Defaulted<string>
      serial: Defaulted<string>
      note: Defaulted<string>
      recorded_by: string
      recorded_at: Defaulted<Moment>
      answered_at: Moment | null
      answered_by: string | null
      answer: Defaulted<string>
      overdue_mailed_at: Moment | null
    }
    trace_supplier: {
      id: string
      name: string
      gln: string
      token_hash: Buffer
      created_by: string
      created_at: Defaulted<Moment>
      last_used_at: Moment | null
      revoked_at: Moment | null
    }
  }
}
