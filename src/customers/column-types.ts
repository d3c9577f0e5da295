import type { Row } from '#platform/db/tables.ts'

/** Types that the database cannot tell: nullability of view columns, and enumerated columns. */
export interface CustomersColumns {
  'account.business_status': Row<'business'>['status'] | null
  'account.license_expiry_date': string | null
  'audience_member.kind': Row<'audience'>['kind']
  'business_group_member.kind': Row<'business_group'>['kind']
  'listed_customer.business_id': string
  'listed_customer.license_expiry_date': string | null
  'named_customer.business_id': string
}
