// Generated from the migrated database by `node scripts/run.mjs scripts/write-tables.ts`; a test regenerates and compares it.
import type { Defaulted, Moment } from '#platform/db/column-types.ts'
import type { CustomersColumns } from './column-types.ts'

declare module '#platform/db/tables.ts' {
  interface Tables {
    business: {
      id: string
      name: Defaulted<string>
      account_number: Defaulted<string>
      claimed_account_number: Defaulted<string>
      gln_number: Defaulted<string>
      gs1_number: Defaulted<string>
      shipto_name: Defaulted<string>
      shipto_address1: Defaulted<string>
      shipto_city: Defaulted<string>
      shipto_state: Defaulted<string>
      shipto_zip: Defaulted<string>
      shipto_country: Defaulted<string>
      billto_name: Defaulted<string>
      billto_address1: Defaulted<string>
      billto_city: Defaulted<string>
      billto_state: Defaulted<string>
      billto_zip: Defaulted<string>
      billto_country: Defaulted<string>
      status: 'requested' | 'active' | 'closed'
      equivalents_refused_for: string | null
      manages_people: Defaulted<boolean>
      requires_cost_center: Defaulted<boolean>
      requires_purchase_order: Defaulted<boolean>
      backorder_default: 'shipPartial' | 'shipComplete' | 'cancelRest' | null
      version: Defaulted<number>
      created_at: Defaulted<Moment>
      deleted_at: Moment | null
    }
    license: {
      id: string
      business_id: string | null
      warehouse: Defaulted<string>
      ship_to_id: string | null
      place: number | null
      kind: Defaulted<'state' | 'dea' | 'controlled' | 'list-one'>
      state: Defaulted<string>
      number: Defaulted<string>
      type: Defaulted<string>
      issued_by: Defaulted<string>
      holder: Defaulted<string>
      address: Defaulted<string>
      schedules: Defaulted<string[]>
      activity: Defaulted<string>
      expires_on: string | null
      status: Defaulted<'unverified' | 'verified' | 'suspended'>
      verified_by: string | null
      verified_at: Moment | null
      verified_against: Defaulted<string>
      renewal_filed_on: string | null
      renewal_proof: Defaulted<string>
      suspended_why: Defaulted<string>
      version: Defaulted<number>
      created_at: Defaulted<Moment>
      removed_at: Moment | null
    }
    billed_account: {
      number: string
    }
    business_group: {
      id: string
      kind: 'group' | 'class'
      name: string
      version: Defaulted<number>
      created_at: Defaulted<Moment>
    }
    business_group_member: {
      business_id: string
      group_id: string
      kind: CustomersColumns['business_group_member.kind']
    }
    audience: {
      id: string
      kind: 'price list' | 'product' | 'category' | 'shipping' | 'payment'
      subject: string
      rule: 'all' | 'only' | 'except'
      version: Defaulted<number>
    }
    audience_member: {
      audience_id: string
      kind: CustomersColumns['audience_member.kind']
      business_id: string | null
      group_id: string | null
    }
    /** A view. */
    account: {
      id: string
      business_id: string | null
      business_status: CustomersColumns['account.business_status']
      email: string
      password_hash: string | null
      name: string
      last_name: string
      phone: string
      is_admin: boolean
      is_sales_rep: boolean
      is_read_only: boolean
      is_active: boolean
      terms_agreed_at: Moment | null
      email_proven_at: Moment | null
      is_existing_customer: boolean
      customer_id: string
      company_name: string
      account_number: string
      gln_number: string
      gs1_number: string
      license: string
      license_type: string
      license_name: string
      license_address: string
      license_expiry_date: CustomersColumns['account.license_expiry_date']
      shipto_name: string
      shipto_address1: string
      shipto_city: string
      shipto_state: string
      shipto_zip: string
      shipto_country: string
      billto_name: string
      billto_address1: string
      billto_city: string
      billto_state: string
      billto_zip: string
      billto_country: string
      version: number
      created_at: Moment
      deleted_at: Moment | null
    }
    /** A view. */
    listed_customer: {
      id: string
      business_id: CustomersColumns['listed_customer.business_id']
      email: string
      password_hash: string | null
      name: string
      last_name: string
      is_active: boolean
      created_at: Moment
      company_name: string
      shipto_state: string
      account_number: string
      license_expiry_date: CustomersColumns['listed_customer.license_expiry_date']
    }
    /** A view. */
    named_customer: {
      business_id: CustomersColumns['named_customer.business_id']
      company_name: string
      account_number: string
      user_id: string
      email: string
      name: string
      last_name: string
    }
    customer_note: {
      id: string
      business_id: string
      author_id: string
      text: string
      created_at: Defaulted<Moment>
    }
    license_notice: {
      license_id: string
      expires_on: string
      days_before: number
      noted_at: Defaulted<Moment>
      digested_at: Moment | null
    }
  }
}
