import type { Row } from '#platform/db/tables.ts'
import type { User } from './account-shapes.ts'
import type { UserField } from './field-shapes.ts'

/** Maps each wire field to its column. */
export const columnOf = {
  name: 'name',
  lastName: 'last_name',
  email: 'email',
  phone: 'phone',
  companyName: 'company_name',
  license: 'license',
  licenseType: 'license_type',
  licenseName: 'license_name',
  licenseAddress: 'license_address',
  licenseExpiryDate: 'license_expiry_date',
  accountID: 'account_number',
  GLNNumber: 'gln_number',
  GS1Number: 'gs1_number',
  customerid: 'customer_id',
  shipto_name: 'shipto_name',
  shipto_address1: 'shipto_address1',
  shipto_city: 'shipto_city',
  shipto_state: 'shipto_state',
  shipto_zip: 'shipto_zip',
  shipto_country: 'shipto_country',
  billto_name: 'billto_name',
  billto_address1: 'billto_address1',
  billto_city: 'billto_city',
  billto_state: 'billto_state',
  billto_zip: 'billto_zip',
  billto_country: 'billto_country',
  isAdmin: 'is_admin',
  isSalesRep: 'is_sales_rep',
  isReadOnly: 'is_read_only',
  isActive: 'is_active',
} as const satisfies Record<
  UserField | 'customerid' | 'isAdmin' | 'isSalesRep' | 'isReadOnly' | 'isActive',
  keyof Row<'account'>
>
export type WireField = keyof typeof columnOf

export const wireFields = Object.keys(columnOf) as WireField[]

export type AccountRow = Row<'account'>

export const asUser = (account: AccountRow): User => ({
  ...pickFields(account, wireFields),
  _id: account.id,
  isExistingCustomer: account.is_existing_customer,
  hasPassword: account.password_hash !== null,
  isEmailProven: account.email_proven_at !== null,
  createdAt: account.created_at.toISOString(),
  __v: account.version,
})

export const isCustomer = ({ is_admin, is_sales_rep }: Pick<AccountRow, 'is_admin' | 'is_sales_rep'>): boolean =>
  !is_admin && !is_sales_rep

/** These fields under their wire names, for the audit trail. */
export const pickFields = <F extends WireField>(account: AccountRow, fields: readonly F[]) =>
  Object.fromEntries(fields.map((field) => [field, account[columnOf[field]]])) as {
    [K in F]: AccountRow[(typeof columnOf)[K]] // one entry for each field
  }

/** The fields of the list that are empty. */
export const emptyAmong = <F extends UserField>(fields: readonly F[], account: AccountRow): F[] =>
  fields.filter((field) => !account[columnOf[field]])

/** A person's name in emails and in the audit trail. */
export const displayName = ({ name, last_name, email }: Pick<AccountRow, 'name' | 'last_name' | 'email'>): string =>
  `${name} ${last_name}`.trim() || email
