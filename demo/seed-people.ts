import type { BusinessFacts } from '../src/customers/business/write-business.ts'
import type { NewRow } from '#platform/db/tables.ts'
import type { BuyingRole } from '#shared/buying-role.ts'
import { type DemoBusiness, incompleteBusiness } from './businesses.ts'

const day = 86_400_000

export interface Seeded {
  facts: BusinessFacts
  person: Omit<NewRow<'user_account'>, 'id'>
}

interface Named {
  role?: BuyingRole
  name: string
  lastName: string
  email: string
  phone: string
}

export const demoName = ({ name, lastName, email, phone }: Named) => ({ name, last_name: lastName, email, phone })

/** The buyers of a business, the main one first. */
export const buyersOf = (business: DemoBusiness): Seeded[] => {
  const facts = businessFacts(business)
  return [business, ...business.colleagues].map((person) => ({
    facts,
    person: { ...demoName(person), is_active: business.isActive, ...(person.role && { buying_role: person.role }) },
  }))
}

const businessFacts = (business: DemoBusiness): BusinessFacts => ({
  company_name: business.companyName,
  license: business.license,
  license_type: business.licenseType,
  license_name: business.licenseName,
  license_address: business.licenseAddress,
  license_expiry_date: new Date(Date.now() + business.licenseExpiresInDays * day).toISOString().slice(0, 10),
  ...(business.isActive ? { account_number: business.accountID } : { claimed_account_number: business.accountID }),
  gln_number: business.GLNNumber,
  gs1_number: business.GS1Number,
  shipto_name: business.shipto_name,
  shipto_address1: business.shipto_address1,
  shipto_city: business.shipto_city,
  shipto_state: business.shipto_state,
  shipto_zip: business.shipto_zip,
  shipto_country: business.shipto_country,
  billto_name: business.billto_name,
  billto_address1: business.billto_address1,
  billto_city: business.billto_city,
  billto_state: business.billto_state,
  billto_zip: business.billto_zip,
  billto_country: business.billto_country,
})

export const incompletePerson = (): Seeded => {
  const { companyName, ...person } = incompleteBusiness()
  return { facts: { company_name: companyName }, person: { ...demoName(person), is_active: false } }
}
