import type { ColumnType, Generated } from 'kysely'
import type { Json, Moment, Stamp } from './column-types.ts'

export type ErpState = 'held' | 'waiting' | 'sending' | 'unknown' | 'linked' | 'rejected' | 'conflict'

interface SalesOrderTable {
  id: string
  user_id: string | null
  placed_by: string | null
  idempotency_key: string | null
  request_hash: string | null
  ship_full_name: Generated<string>
  ship_address: Generated<string>
  ship_city: Generated<string>
  ship_postal_code: Generated<string>
  ship_country: Generated<string>
  ship_region: Generated<string>
  ship_location: Json<{ lat: number; lng: number }> | null
  payment_method: Generated<string>
  shipping_method: Generated<string>
  purchase_order: Generated<string>
  comments: Generated<string>
  items_price: Generated<number>
  shipping_price: Generated<number>
  tax_price: Generated<number>
  total_price: Generated<number>
  is_paid: Generated<boolean>
  paid_at: Moment | null
  is_delivered: Generated<boolean>
  delivered_at: Moment | null
  order_status_sap: string | null
  is_cancelled: Generated<boolean>
  tracking_code: Generated<string>
  order_from_sap: Generated<boolean>
  bill_to_party_id: Generated<string>
  created_at: Stamp
  deleted_at: Moment | null
  deleted_by: string | null
  delete_reason: string | null
  erp_state: Generated<ErpState>
  erp_reference: string
  erp_object_id: string | null
  erp_id: string | null
  erp_intent_at: Moment | null
  erp_attempts: Generated<number>
  erp_empty_lookups: Generated<number>
  erp_error: string | null
  erp_net_amount: number | null
  erp_changed_at: Moment | null
  erp_tracking: Generated<string>
  hold_reason: string | null
  line_count: Generated<number>
}

interface OrderLineTable {
  order_id: string
  line_no: number
  product_id: string | null
  name: string
  slug: string
  image: Generated<string>
  unit_of_measure: Generated<string>
  quantity: number
  price: number
  is_non_stocked: Generated<boolean>
  ship_method: Generated<string>
}

interface InvoiceTable {
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
  cancels: Generated<string>
  cancelled_by: string | null
  released_seen_at: Moment | null
  /** Null while the ERP has said nothing about it. */
  open_amount: number | null
  open_amount_at: Moment | null
}

interface InvoiceDocumentTable {
  invoice_id: string
  content: Buffer
  fetched_at: Stamp
}

interface PaymentTable {
  id: string
  order_id: string
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

interface PaymentEventTable {
  provider: string
  event_id: string
  received_at: Stamp
}

interface BilledAccountTable {
  number: string
}

export interface OrderTables {
  sales_order: SalesOrderTable
  order_line: OrderLineTable
  invoice: InvoiceTable
  invoice_document: InvoiceDocumentTable
  billed_account: BilledAccountTable
  payment: PaymentTable
  payment_event: PaymentEventTable
}
