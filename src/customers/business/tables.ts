import type { Generated } from 'kysely'
import type { Moment, Stamp } from '#platform/db/column-types.ts'

declare module '#platform/db/tables.ts' {
  interface Tables {
    business: BusinessTable
    license: LicenseTable
    billed_account: BilledAccountTable
    customer_note: CustomerNoteTable
    business_credit: BusinessCreditTable
    named_customer: NamedCustomerView
    license_notice: LicenseNoticeTable
  }
}

interface BusinessTable {
  id: string
  name: Generated<string>
  account_number: Generated<string>
  claimed_account_number: Generated<string>
  gln_number: Generated<string>
  gs1_number: Generated<string>
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
  status: 'requested' | 'active' | 'closed'
  equivalents_refused_for: string | null
  manages_people: Generated<boolean>
  requires_cost_center: Generated<boolean>
  version: Generated<number>
  created_at: Stamp
  deleted_at: Moment | null
}

interface LicenseTable {
  id: string
  business_id: string
  place: Generated<number>
  number: Generated<string>
  type: Generated<string>
  issued_by: Generated<string>
  address: Generated<string>
  state: Generated<string>
  /** A calendar day, `YYYY-MM-DD`. */
  expires_on: string | null
  verified_by: string | null
  verified_at: Moment | null
  verified_against: Generated<string>
  created_at: Stamp
}

interface BilledAccountTable {
  number: string
}

interface BusinessCreditTable {
  business_id: string
  credit_limit: number
  credit_left: number | null
  currency_code: string
  said_at: Moment
}

interface CustomerNoteTable {
  id: string
  business_id: string
  author_id: string
  text: string
  created_at: Stamp
}

/** A view. */
interface NamedCustomerView {
  business_id: string
  company_name: string
  account_number: string
  user_id: string
  email: string
  name: string
  last_name: string
}

interface LicenseNoticeTable {
  user_id: string
  /** A calendar day, `YYYY-MM-DD`. */
  license_expiry_date: string
  days_before: number
  noted_at: Stamp
  digested_at: Moment | null
}
