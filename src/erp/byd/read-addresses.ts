import { accountNumber } from '#shared/account-number.ts'
import type { ErpAddress, ErpAddresses, ErpCredit } from '../gateway/erp.ts'
import type { Fields } from './mapping.ts'
import { childrenOf, field, readErpAmount, readErpText, textIn } from './odata.ts'

type CreditFields = Pick<Fields, 'creditLimit' | 'creditLeft' | 'creditCurrency'>

const paths = [
  'InternalID',
  'BusinessPartnerFormattedName',
  'AddressInformation/AddressUsage/AddressUsageCode',
  'AddressInformation/AddressUsage/DefaultIndicator',
  'AddressInformation/PostalAddress/StreetName',
  'AddressInformation/PostalAddress/HouseID',
  'AddressInformation/PostalAddress/CityName',
  'AddressInformation/PostalAddress/RegionCode',
  'AddressInformation/PostalAddress/StreetPostalCode',
  'AddressInformation/PostalAddress/CountryCode',
  'AddressInformation/PostalAddress/CareOfName',
]

export const accountPaths = ({ creditLimit, creditLeft, creditCurrency }: CreditFields): string[] => [
  ...paths,
  ...(creditLimit ? [creditLimit, creditLeft, creditCurrency].filter(Boolean) : []),
]

interface Used {
  usages: readonly { code: string; isDefault: boolean }[]
  address: ErpAddress
}

/** An account's ship-to and bill-to addresses and its credit limit; null if the row has no account number. */
export const readAddresses = (row: unknown, fields: CreditFields): ErpAddresses | null => {
  const accountId = accountNumber(textIn(row, 'InternalID', 60))
  if (!accountId) return null
  const name = textIn(row, 'BusinessPartnerFormattedName', 120)
  const used = childrenOf(field(row, 'AddressInformation')).flatMap((one) => readUsed(one, name))
  return {
    accountId,
    shipTo: addressFor(used, 'SHIP_TO'),
    billTo: addressFor(used, 'BILL_TO'),
    credit: readCredit(row, fields),
  }
}

/** An empty field reads as zero without a currency; that is not a limit of zero. */
const readCredit = (row: unknown, { creditLimit, creditLeft, creditCurrency }: CreditFields): ErpCredit | null => {
  const amountIn = (name: string) => (name ? readErpAmount(field(row, name)) : null)
  const limit = amountIn(creditLimit)
  const currency = creditCurrency ? readErpText(field(row, creditCurrency), 3) : 'USD'
  if (limit === null || limit < 0 || (limit === 0 && !creditCurrency) || !/^[A-Z]{3}$/.test(currency ?? '')) return null
  return { limit, left: amountIn(creditLeft), currency: currency ?? '' }
}

const readUsed = (row: unknown, businessName: string): Used[] => {
  const part = (name: string, most: number) => textIn(field(row, 'PostalAddress'), name, most)
  const address = {
    name: part('CareOfName', 80) || businessName,
    street: `${part('StreetName', 100)} ${part('HouseID', 20)}`.trim(),
    city: part('CityName', 80),
    state: part('RegionCode', 10),
    zip: part('StreetPostalCode', 20),
    country: part('CountryCode', 3),
  }
  // A partial address would overwrite a complete one.
  if (!address.street || !address.city || !address.zip) return []
  const usages = childrenOf(field(row, 'AddressUsage')).map((usage) => ({
    code: textIn(usage, 'AddressUsageCode', 20),
    isDefault: String(field(usage, 'DefaultIndicator')) === 'true',
  }))
  return [{ usages, address }]
}

/** The default address of this kind, else any of this kind, else the main address. */
const addressFor = (used: readonly Used[], kind: string): ErpAddress | null => {
  const has = (wanted: string, isDefault: boolean) =>
    used.find(({ usages }) => usages.some((one) => one.code === wanted && (one.isDefault || !isDefault)))
  return (has(kind, true) ?? has(kind, false) ?? has('XXDEFAULT', false))?.address ?? null
}
