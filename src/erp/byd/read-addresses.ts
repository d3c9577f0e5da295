import * as z from 'zod/mini'
import { accountNumber } from '#shared/account-number.ts'
import type { ErpAddress, ErpAddresses } from '../gateway/erp.ts'
import { childOf, childrenOf, field, readText } from './odata.ts'

export const addressPaths = [
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

const Usage = z.object({
  AddressUsageCode: z.nullish(z.string()),
  DefaultIndicator: z.nullish(z.union([z.boolean(), z.string()])),
})

interface Used {
  usages: readonly { code: string; isDefault: boolean }[]
  address: ErpAddress
}

/** Where an account's goods and bills go; null when the ERP has no such account here. */
export const readAddresses = (row: unknown): ErpAddresses | null => {
  const accountId = accountNumber(readText(field(row, 'InternalID'), 60) ?? '')
  if (!accountId) return null
  const name = readText(field(row, 'BusinessPartnerFormattedName'), 120) ?? ''
  const used = childrenOf(field(row, 'AddressInformation')).flatMap((one) => readUsed(one, name))
  return { accountId, shipTo: addressFor(used, 'SHIP_TO'), billTo: addressFor(used, 'BILL_TO') }
}

const readUsed = (row: unknown, businessName: string): Used[] => {
  const postal = childOf(field(row, 'PostalAddress'))
  const part = (name: string, most: number) => readText(field(postal, name), most) ?? ''
  const address = {
    name: part('CareOfName', 80) || businessName,
    street: `${part('StreetName', 100)} ${part('HouseID', 20)}`.trim(),
    city: part('CityName', 80),
    state: part('RegionCode', 10),
    zip: part('StreetPostalCode', 20),
    country: part('CountryCode', 3),
  }
  // Half an address would overwrite a whole one.
  if (!address.street || !address.city || !address.zip) return []
  const usages = childrenOf(field(row, 'AddressUsage')).map((usage) => {
    const { data } = Usage.safeParse(usage)
    return { code: data?.AddressUsageCode ?? '', isDefault: String(data?.DefaultIndicator) === 'true' }
  })
  return [{ usages, address }]
}

/** The default of its kind, any of its kind, the main address. */
const addressFor = (used: readonly Used[], kind: string): ErpAddress | null => {
  const has = (wanted: string, isDefault: boolean) =>
    used.find(({ usages }) => usages.some((one) => one.code === wanted && (one.isDefault || !isDefault)))
  return (has(kind, true) ?? has(kind, false) ?? has('XXDEFAULT', false))?.address ?? null
}
