import type { Generated } from 'kysely'
import type { Moment, Stamp } from '#platform/db/column-types.ts'

declare module '#platform/db/tables.ts' {
  interface Tables {
    user_account: UserAccountTable
    session: SessionTable
    one_time_code: OneTimeCodeTable
    password_key: PasswordKeyTable
    license_notice: LicenseNoticeTable
  }
}

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

interface OneTimeCodeTable {
  user_id: string
  for_user_id: string
  code_hmac: Buffer
  created_at: Stamp
  expires_at: Moment
  tries_left: number
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
