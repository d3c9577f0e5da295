import { fieldLabels, type UserField } from '#identity/field-shapes.ts'

/** What a column of a file of customers can hold: what their edit form does, by the same names. */
export const customerImportFields: Record<UserField, string> = fieldLabels

/** How other systems call them; a name that could be two of them is none. */
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
