import { fieldLabels, type UserField } from '#identity/field-shapes.ts'

/** The fields of a customer file: those of the edit form, under the same names. */
export const customerImportFields: Record<UserField, string> = fieldLabels

/** Names in other systems. Ambiguous names are left out. */
export const customerAliases: Record<UserField, readonly string[]> = {
  name: ['firstname', 'givenname', 'contactfirstname'],
  lastName: ['lastname', 'surname', 'familyname', 'contactlastname'],
  email: ['emailaddress', 'mail', 'contactemail'],
  phone: ['telephone', 'phonenumber', 'tel'],
  companyName: ['company', 'customername', 'businessname', 'accountname'],
  accountID: ['account', 'accountno', 'accountnumber', 'customernumber', 'customerno', 'customerid'],
  license: ['licenseno', 'licensenumber', 'licence', 'licencenumber'],
  licenseType: ['typeoflicense'],
  licenseAddress: ['addressoflicense'],
  licenseName: ['licenseissuer', 'issuedby'],
  licenseExpiryDate: ['licenseexpiration', 'licenseexpirationdate', 'licenseexpires', 'licenseexpiry'],
  GLNNumber: ['gln', 'glnnumber', 'toplevelglnnumber'],
  GS1Number: ['gs1number', 'locationglnnumber'],
  shipto_name: ['shiptoname'],
  shipto_address1: ['shiptoaddress', 'shiptostreet'],
  shipto_city: [],
  shipto_state: [],
  shipto_zip: ['shiptozipcode', 'shiptopostalcode'],
  shipto_country: [],
  billto_name: ['billtoname'],
  billto_address1: ['billtoaddress', 'billtostreet'],
  billto_city: [],
  billto_state: [],
  billto_zip: ['billtozipcode', 'billtopostalcode'],
  billto_country: [],
}
