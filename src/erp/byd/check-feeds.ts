import { ErpError, type Finding } from '../gateway/erp.ts'
import type { Fields } from './mapping.ts'
import { knownPaths, readMetadata } from './metadata.ts'
import { outputFolder, readInvoicePdf } from './output.ts'
import { addressPaths } from './read-addresses.ts'
import { invoicePaths } from './read-invoices.ts'
import { readOpenItems } from './read-open-items.ts'
import { customService, type Session } from './session.ts'

export const good = (text: string): Finding => ({ level: 'good', text })
const warning = (text: string): Finding => ({ level: 'warning', text })
export const problem = (text: string): Finding => ({ level: 'problem', text })

/** What invoices cannot do without; everything else is shown empty when it is missing. */
const neededOfInvoices = [
  'ObjectID',
  'ID',
  'CreationDateTime',
  'ReleaseStatusCode',
  'TotalNetAmount',
  'TotalGrossAmount',
]

export const checkInvoices = async (session: Session, service: string, fields: Fields): Promise<Finding[]> => {
  if (!service) return [warning('Invoices are not read: ERP_INVOICE_SERVICE is empty.')]
  return checkSet(session, {
    service,
    entity: 'CustomerInvoice',
    needed: neededOfInvoices,
    wanted: invoicePaths(fields),
    // One of each pair is enough.
    either: [
      ['currencyCode', 'TotalGrossAmountCurrencyCode'],
      ['BuyerPartyID', 'BuyerParty/PartyID'],
    ],
    unless: {
      LastChangeDateTime: 'invoices are walked by creation, and the nightly reconciliation finds what changed',
    },
  })
}

export const checkCustomers = async (session: Session, service: string): Promise<Finding[]> => {
  if (!service) return [warning('Addresses are not read: ERP_CUSTOMER_SERVICE is empty.')]
  return checkSet(session, {
    service,
    entity: 'Customer',
    needed: [
      'InternalID',
      'AddressInformation/PostalAddress/StreetName',
      'AddressInformation/AddressUsage/AddressUsageCode',
    ],
    wanted: addressPaths,
    either: [],
    unless: {},
  })
}

interface Wanted {
  service: string
  entity: string
  needed: readonly string[]
  wanted: readonly string[]
  either: readonly (readonly [string, string])[]
  /** What a missing field means, where it is not just shown empty. */
  unless: Readonly<Record<string, string>>
}

const checkSet = (session: Session, { service, entity, needed, wanted, either, unless }: Wanted): Promise<Finding[]> =>
  answered(`The service ${service} cannot be used`, async () => {
    const own = session.at(customService(service))
    const model = readMetadata(await own.readText('$metadata'))
    if (!model.has(entity)) return [problem(`The service ${service} has no ${entity}.`)]
    const known = new Set(knownPaths(model, entity, [...needed, ...wanted]))
    const isCovered = (path: string) =>
      either.some((pair) => pair.some((one) => one === path) && pair.some((one) => known.has(one)))
    const missing = [...new Set([...needed, ...wanted])].filter((path) => !known.has(path) && !isCovered(path))
    await own.read(`${entity}Collection`, { $top: '1', $select: 'ObjectID' })
    if (missing.length === 0) return [good(`The service ${service} has everything the portal needs.`)]
    return missing.map((path) =>
      needed.includes(path)
        ? problem(`The service ${service} has no ${entity}/${path}: add it.`)
        : warning(
            `The service ${service} has no ${entity}/${path}: ${unless[path] ?? 'it stays empty in the portal'}.`,
          ),
    )
  })

export const checkOpenItems = async (session: Session, setting: string): Promise<Finding[]> => {
  if (!setting) return [warning('Payments are not known: ERP_OPEN_ITEMS is empty.')]
  const [service = '', report = ''] = setting.split('/')
  return answered('The report of open items cannot be used', async () => {
    const items = await readOpenItems(session.at(`sap/byd/odata/${service}/`), report, undefined)
    return [good(`The report of open items can be read: ${items.length} unpaid.`)]
  })
}

const noInvoice = '00000000-0000-0000-0000-000000000000'

/** Asked for an invoice that does not exist: a service that is there answers that it has no document. */
export const checkOutput = (session: Session): Promise<Finding[]> =>
  answered('Invoice documents cannot be read', async () => {
    await readInvoicePdf(session.at(outputFolder), noInvoice, undefined)
    return [good('Invoice documents can be asked for.')]
  })

/** What was found, or in words what does not even answer. */
export const answered = async (whatFails: string, ask: () => Promise<Finding[]>): Promise<Finding[]> => {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof ErpError)) throw error
    return [problem(`${whatFails}. ${error.message}`)]
  }
}
