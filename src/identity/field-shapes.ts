/** Labels of the fields that the three edit forms share. */
export const fieldLabels = {
  name: 'First Name',
  lastName: 'Last Name',
  GLNNumber: 'Top Level GLN',
  GS1Number: 'Location GLN',
  accountID: 'Account ID',
  phone: 'Phone',
  license: 'License',
  licenseType: 'License Type',
  licenseAddress: 'License Address',
  licenseName: 'Issuing Authority',
  licenseExpiryDate: 'License Expiry Date',
  companyName: 'Company Name',
  email: 'Email',
  shipto_name: 'Ship-to Name',
  shipto_address1: 'Ship-to Address 1',
  shipto_city: 'Ship-to City',
  shipto_state: 'Ship-to State',
  shipto_zip: 'Ship-to Zip',
  shipto_country: 'Ship-to Country',
  billto_name: 'Bill-to Name',
  billto_address1: 'Bill-to Address 1',
  billto_city: 'Bill-to City',
  billto_state: 'Bill-to State',
  billto_zip: 'Bill-to Zip',
  billto_country: 'Bill-to Country',
} as const
export type UserField = keyof typeof fieldLabels

export const isUserField = (key: string): key is UserField => Object.hasOwn(fieldLabels, key)
