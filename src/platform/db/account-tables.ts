import type { ColumnType, Generated } from 'kysely'
import type { Json, Moment, Stamp } from './column-types.ts'

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

interface LicenseNoticeTable {
  user_id: string
  /** A calendar day, `YYYY-MM-DD`. */
  license_expiry_date: string
  days_before: number
  noted_at: Stamp
  digested_at: Moment | null
}

export interface AccountTables {
  user_account: UserAccountTable
  session: SessionTable
  attempt: AttemptTable
  one_time_code: OneTimeCodeTable
  audit_entry: AuditEntryTable
  audit_link: AuditLinkTable
  password_key: PasswordKeyTable
  license_notice: LicenseNoticeTable
}
