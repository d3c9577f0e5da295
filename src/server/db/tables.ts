import type { ColumnType, Generated, Insertable, Kysely, Selectable, Transaction } from 'kysely'

/** A moment: read as a Date, written as a Date or ISO text. */
type Moment = ColumnType<Date, Date | string, Date | string>
type Stamp = ColumnType<Date, Date | string | undefined, Date | string>
type Json<T> = ColumnType<T, string, string>

interface UserAccountTable {
  id: string
  email: string
  password_hash: string | null
  name: string
  last_name: Generated<string>
  phone: Generated<string>
  company_name: Generated<string>
  license: Generated<string>
  license_type: Generated<string>
  license_name: Generated<string>
  license_address: Generated<string>
  /** A calendar day, `YYYY-MM-DD`. */
  license_expiry_date: string | null
  account_id: Generated<string>
  gln_number: Generated<string>
  gs1_number: Generated<string>
  customer_id: Generated<string>
  is_admin: Generated<boolean>
  is_sales_rep: Generated<boolean>
  is_active: Generated<boolean>
  shipto_name: Generated<string>
  shipto_address1: Generated<string>
  shipto_city: Generated<string>
  shipto_state: Generated<string>
  shipto_zip: Generated<string>
  shipto_country: Generated<string>
  billto_name: Generated<string>
  billto_address1: Generated<string>
  billto_city: Generated<string>
  billto_state: Generated<string>
  billto_zip: Generated<string>
  billto_country: Generated<string>
  is_existing_customer: Generated<boolean>
  terms_agreed_at: Moment | null
  version: Generated<number>
  created_at: Stamp
  deleted_at: Moment | null
}

interface SessionTable {
  token_hash: Buffer
  user_id: string
  created_at: Stamp
  last_seen_at: Stamp
  expires_at: Moment
  ip: Generated<string>
  user_agent: Generated<string>
}

interface AttemptTable {
  key: string
  count: number
  window_ends_at: Moment
}

interface OneTimeCodeTable {
  user_id: string
  for_user_id: string
  code_hmac: Buffer
  created_at: Stamp
  expires_at: Moment
  tries_left: number
}

interface AuditEntryTable {
  id: string
  at: Stamp
  actor_id: string | null
  on_behalf_of: string | null
  action: string
  entity: string
  entity_id: string
  before: Json<unknown> | null
  after: Json<unknown> | null
  request_id: string | null
  ip: string | null
}

interface AuditLinkTable {
  /** A bigint, which arrives as text. */
  position: ColumnType<string, number | string, never>
  entry_id: string
  hash: Buffer
}

interface PasswordKeyTable {
  user_id: string
  purpose: 'reset' | 'invitation'
  key_hash: Buffer
  created_at: Stamp
  expires_at: Moment
}

interface ProductTable {
  id: string
  name: string
  slug: string
  ndc_number: Generated<string>
  ndc_key: Generated<string>
  dummy_ndc: Generated<boolean>
  manufacturer: Generated<string>
  generic_name: Generated<string>
  category: Generated<string>
  brand: Generated<string>
  description: Generated<string>
  image: Generated<string>
  images: Generated<string[]>
  /** Dollars. */
  price: Generated<number>
  count_in_stock: Generated<number>
  unit_of_measure: Generated<string>
  is_non_stocked: Generated<boolean>
  cold_status: Generated<string>
  is_published: Generated<boolean>
  rating: Generated<number>
  num_reviews: Generated<number>
  search: Generated<string>
  version: Generated<number>
  created_at: Stamp
  updated_at: Stamp
  deleted_at: Moment | null
}

interface CatalogueStateTable {
  only_row: Generated<boolean>
  version: Generated<string>
}

interface CustomPriceTable {
  product_id: string
  user_id: string
  list: 'general' | 'trulla'
  price: number
  created_at: Stamp
}

interface FavouriteTable {
  user_id: string
  product_id: string
  created_at: Stamp
}

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

interface StockMovementTable {
  id: string
  product_id: string
  quantity: number
  reason: 'initial' | 'order' | 'order deleted' | 'import' | 'correction'
  order_id: string | null
  note: Generated<string>
  actor_id: string | null
  created_at: Stamp
}

interface ReviewTable {
  id: string
  product_id: string
  user_id: string
  rating: number
  comment: Generated<string>
  created_at: Stamp
  updated_at: Stamp
}

interface ImportPartTable {
  run_id: string
  part: number
  actor_id: string | null
  body_hash: Buffer
  answer: Json<unknown>
  created_at: Stamp
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

interface SavedViewTable {
  id: string
  user_id: string
  table_name: string
  name: string
  state: Json<{ query: Record<string, string>; sort: string; pageSize: number; hide: string }>
  created_at: Stamp
}

interface ErpSyncTable {
  kind: string
  watermark: Moment | null
  after_key: string | null
  finished_at: Moment | null
}

interface ErpRunTable {
  id: string
  kind: string
  state: Generated<'waiting' | 'running' | 'done' | 'failed'>
  asked_by: string | null
  is_full: Generated<boolean>
  created_at: Stamp
  started_at: Moment | null
  finished_at: Moment | null
  read_count: Generated<number>
  added_count: Generated<number>
  changed_count: Generated<number>
  refused_count: Generated<number>
  message: Generated<string>
  notes: ColumnType<string[], string | undefined, string>
}

interface ErpCircuitTable {
  only_row: Generated<boolean>
  opened_at: Moment | null
  retry_at: Moment | null
  probing_until: Moment | null
  wait_seconds: Generated<number>
  reason: Generated<string>
}

interface ErpAlarmTable {
  key: string
  order_id: string | null
  message: string
  raised_at: Stamp
  cleared_at: Moment | null
  cleared_by: string | null
}

interface JobTable {
  id: string
  kind: string
  lane: string
  key: string | null
  payload: ColumnType<Record<string, string>, string | undefined, string>
  run_at: Stamp
  attempts: Generated<number>
  locked_until: Moment | null
  last_error: string | null
  failed_at: Moment | null
  created_at: Stamp
}

interface LaneTable {
  name: string
  paused_until: Moment | null
  reason: Generated<string>
}

interface MailTable {
  id: string
  recipient: string
  subject: string
  html: string
  body: string
  created_at: Stamp
  sent_at: Moment | null
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

interface PortalSecretTable {
  name: string
  value: Buffer
}

export interface Tables {
  user_account: UserAccountTable
  session: SessionTable
  attempt: AttemptTable
  one_time_code: OneTimeCodeTable
  audit_entry: AuditEntryTable
  audit_link: AuditLinkTable
  password_key: PasswordKeyTable
  product: ProductTable
  catalogue_state: CatalogueStateTable
  custom_price: CustomPriceTable
  favourite: FavouriteTable
  sales_order: SalesOrderTable
  order_line: OrderLineTable
  stock_movement: StockMovementTable
  review: ReviewTable
  import_part: ImportPartTable
  invoice: InvoiceTable
  invoice_document: InvoiceDocumentTable
  saved_view: SavedViewTable
  erp_sync: ErpSyncTable
  erp_run: ErpRunTable
  erp_circuit: ErpCircuitTable
  erp_alarm: ErpAlarmTable
  job: JobTable
  lane: LaneTable
  mail: MailTable
  payment: PaymentTable
  payment_event: PaymentEventTable
  portal_secret: PortalSecretTable
}

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>
export type Row<T extends keyof Tables> = Selectable<Tables[T]>
export type NewRow<T extends keyof Tables> = Insertable<Tables[T]>
