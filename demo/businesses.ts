import type { BuyingRole } from '#shared/buying-role.ts'
import { type Place, places, type Trade } from './business-places.ts'

interface DemoPerson {
  name: string
  lastName: string
  email: string
  phone: string
  role?: BuyingRole
}

export interface DemoBusiness extends DemoPerson {
  /** Other buyers of the business. */
  colleagues: DemoPerson[]
  companyName: string
  license: string
  licenseType: string
  licenseName: string
  licenseAddress: string
  /** Relative to today, so that the demo never becomes outdated; negative means expired. */
  licenseExpiresInDays: number
  accountID: string
  GLNNumber: string
  GS1Number: string
  isActive: boolean
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
  /** Determines what it buys and how often, and thus its order history. */
  trade: Trade
  ordersPerYear: number
}

export interface DemoStaff {
  name: string
  lastName: string
  email: string
  phone: string
  companyName: string
  accountID: string
  isAdmin: boolean
  isSalesRep: boolean
  isReadOnly: boolean
}

/** The first two belong to buyer@demo.example and buyer2@demo.example. */
export const demoBusinesses = (): DemoBusiness[] => places.map(businessAt)

/** Awaits approval with a complete profile. */
export const pendingBusiness = (): DemoBusiness => ({
  ...businessAt(
    {
      company: 'Sandhill Pharmacy',
      person: 'Elena Baca',
      email: 'pending@demo.example',
      phone: '505-555-0131',
      street: '218 Tijeras Ave NW',
      city: 'Albuquerque',
      state: 'NM',
      zip: '87102',
      trade: 'retail',
      licenseDays: 410,
      ordersPerYear: 0,
    },
    40,
  ),
  isActive: false,
})

/** Awaits approval without addresses or license details, so an admin cannot accept it yet. */
export const incompleteBusiness = () => ({
  name: 'Owen',
  lastName: 'Marsh',
  email: 'incomplete@demo.example',
  phone: '313-555-0132',
  companyName: 'Woodward Avenue Drugs',
  license: '',
  isActive: false,
})

const namedOf = (person: string) => {
  const [name = '', lastName = ''] = person.split(' ')
  return { name, lastName }
}

const staff = (
  person: string,
  role: 'admin' | 'director' | 'rep',
  contact: Pick<DemoStaff, 'email' | 'phone' | 'accountID'>,
): DemoStaff => {
  return {
    ...namedOf(person),
    ...contact,
    companyName: 'Demo Wholesale',
    isAdmin: role !== 'rep',
    isReadOnly: role === 'director',
    isSalesRep: role === 'rep',
  }
}

export const demoStaff: DemoStaff[] = [
  staff('Nora Whitfield', 'admin', { email: 'admin@demo.example', phone: '800-555-0100', accountID: '9000001' }),
  staff('Helen Ortiz', 'director', { email: 'director@demo.example', phone: '800-555-0101', accountID: '9000002' }),
  staff('Marcus Bell', 'rep', { email: 'rep@demo.example', phone: '800-555-0110', accountID: '9000010' }),
  staff('Priya Raman', 'rep', { email: 'rep2@demo.example', phone: '800-555-0111', accountID: '9000011' }),
]

const businessAt = (place: Place, at: number): DemoBusiness => {
  const { name, lastName } = namedOf(place.person)
  const accountID = String(1_000_123 + at * 37)
  const { licenseType, authority } = licensing[place.trade]
  const stateName = stateNames[place.state] ?? place.state
  const address = { address1: place.street, city: place.city, state: place.state, zip: place.zip, country: 'US' }
  return {
    name,
    lastName,
    email: place.email ?? `${name.toLowerCase()}@${slugOf(place.company)}.example`,
    phone: place.phone,
    colleagues: (place.colleagues ?? []).map(({ person, ...reached }) => ({ ...namedOf(person), ...reached })),
    companyName: place.company,
    license: `${place.state}-${authority === 'Board of Pharmacy' ? 'PH' : 'FA'}-${20_411 + at * 1_379}`,
    licenseType,
    licenseName: `${stateName} ${authority}`,
    licenseAddress: `${place.street}, ${place.city}, ${place.state} ${place.zip}`,
    licenseExpiresInDays: place.licenseDays,
    accountID,
    GLNNumber: glnOf(`95210${accountID}`),
    GS1Number: glnOf(`95220${accountID}`),
    isActive: true,
    ...blockOf('shipto', { name: place.company, ...address }),
    ...blockOf('billto', {
      ...address,
      name: place.billTo ? `${place.company}, Accounts Payable` : place.company,
      address1: place.billTo ?? place.street,
    }),
    trade: place.trade,
    ordersPerYear: place.ordersPerYear,
  }
}

interface Block {
  name: string
  address1: string
  city: string
  state: string
  zip: string
  country: string
}
const blockOf = <Prefix extends 'shipto' | 'billto'>(prefix: Prefix, block: Block) =>
  // Prefixing every key of Block yields exactly these keys.
  Object.fromEntries(Object.entries(block).map(([key, value]) => [`${prefix}_${key}`, value])) as {
    [Key in keyof Block as `${Prefix}_${Key}`]: string
  }

/** GS1 reserves the prefix 952 for examples: the check digit is valid, but the number is unassigned. */
const glnOf = (twelve: string): string => {
  const sum = [...twelve].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return `${twelve}${(10 - (sum % 10)) % 10}`
}

const slugOf = (company: string): string => company.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

const licensing: Record<Trade, { licenseType: string; authority: string }> = {
  retail: { licenseType: 'Retail pharmacy', authority: 'Board of Pharmacy' },
  hospital: { licenseType: 'Hospital / institutional pharmacy', authority: 'Board of Pharmacy' },
  clinic: { licenseType: 'Clinic', authority: 'Department of Health' },
  care: { licenseType: 'Long-term care facility', authority: 'Department of Health' },
  oncology: { licenseType: 'Clinic', authority: 'Department of Health' },
  eyes: { licenseType: 'Physician / practitioner', authority: 'Department of Health' },
  skin: { licenseType: 'Physician / practitioner', authority: 'Department of Health' },
  dental: { licenseType: 'Dentist', authority: 'Department of Health' },
  animals: { licenseType: 'Veterinarian', authority: 'Board of Pharmacy' },
}

const stateNames: Record<string, string> = Object.fromEntries(
  'AZ Arizona,CA California,CO Colorado,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,KY Kentucky,LA Louisiana,MA Massachusetts,ME Maine,MN Minnesota,MO Missouri,MS Mississippi,NC North Carolina,NE Nebraska,NJ New Jersey,NM New Mexico,NV Nevada,NY New York,OH Ohio,OR Oregon,PA Pennsylvania,SC South Carolina,TN Tennessee,TX Texas,VA Virginia,WA Washington,WI Wisconsin'
    .split(',')
    .map((line) => [line.slice(0, 2), line.slice(3)]),
)
