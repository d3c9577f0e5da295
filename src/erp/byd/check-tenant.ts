import type { Config } from '#platform/config.ts'
import { type Finding, ErpError } from '../gateway/erp.ts'
import { type Entity, readMetadata, availablePaths } from './metadata.ts'
import type { Fields } from './mapping.ts'
import { type ErpSession, customService } from './session.ts'
import { outputFolder, readInvoicePdf } from './output.ts'
import { accountPaths } from './read-addresses.ts'
import { deliveryPaths } from './read-deliveries.ts'
import { invoicePaths } from './read-invoices.ts'
import { readOpenItems } from './read-open-items.ts'

type Services = Pick<
  Config,
  'ERP_ORDER_SERVICE' | 'ERP_DELIVERY_SERVICE' | 'ERP_INVOICE_SERVICE' | 'ERP_CUSTOMER_SERVICE' | 'ERP_OPEN_ITEMS'
>

/** Checks the tenant's services for what the portal uses. The findings tell a ByDesign key user what to add. */
export const checkTenant = async (session: ErpSession, config: Services, fields: Fields): Promise<Finding[]> => [
  ...(await checkOrders(session, config.ERP_ORDER_SERVICE, fields)),
  ...(await checkDeliveries(session, config.ERP_DELIVERY_SERVICE, fields)),
  ...(await checkInvoices(session, config.ERP_INVOICE_SERVICE, fields)),
  ...(await checkCustomers(session, config.ERP_CUSTOMER_SERVICE, fields)),
  ...(await checkOpenItems(session, config.ERP_OPEN_ITEMS)),
  ...(await checkOutput(session)),
]

const checkOrders = (session: ErpSession, service: string, fields: Fields): Promise<Finding[]> =>
  answered(`The service ${service} can’t be used`, async () => {
    await session.read('', {})
    const entities = readMetadata(await session.readText('$metadata'))
    const order = entities.get('SalesOrder')
    if (!order) return [problem(`The service ${service} has no SalesOrder.`)]
    const found = [
      ...orderFindings(order, fields),
      ...partFindings(entities, fields),
      ...periodFindings(entities),
      ...(await readFindings(session)),
    ]
    const isGood = found.every(({ level }) => level === 'good')
    return isGood ? [good(`The service ${service} has everything the portal needs.`)] : found
  })

/** Metadata is readable by every user; only a data read shows whether the permissions suffice. */
const readFindings = (session: ErpSession): Promise<Finding[]> =>
  answered('Sales orders cannot be read', async () => {
    await session.read('SalesOrderCollection', { $top: '1', $select: 'ObjectID' })
    return [good('Sales orders can be read.')]
  })

const orderFindings = (order: Entity, fields: Fields): Finding[] => [
  ...(order.isCreatable ? [] : [problem('Sales orders cannot be created: tick “creatable” for SalesOrder.')]),
  ...['ObjectID', 'ID', 'LifeCycleStatusCode', 'ReleaseStatusCode'].flatMap((name) => missing(order, name, 'problem')),
  ...missing(order, 'LastChangeDateTime', 'problem'),
  ...['NetAmount', 'CancellationStatusCode', 'CreationDateTime'].flatMap((name) => missing(order, name, 'warning')),
  ...missing(order, 'CompleteDeliveryRequestedIndicator', 'warning'),
  ...(fields.tracking ? missing(order, fields.tracking, 'warning') : []),
  ...referenceFindings(order, fields.reference),
  ...[fields.purchaseOrder, fields.shipVia].filter(Boolean).flatMap((name) => withRight(order, name, 'isCreatable')),
  ...(fields.paid ? withRight(order, fields.paid, 'isUpdatable') : []),
]

/** Without the reference the portal cannot tell whether an order has arrived, and would create it twice. */
const referenceFindings = (order: Entity, name: string): Finding[] => {
  const property = order.properties.get(name)
  if (!property) return missing(order, name, 'problem')
  return [
    ...withRight(order, name, 'isCreatable'),
    ...withRight(order, name, 'isFilterable'),
    ...(property.maxLength !== null && property.maxLength < 35
      ? [problem(`SalesOrder.${name} holds ${property.maxLength} characters; the portal’s reference needs 35.`)]
      : []),
  ]
}

/** Orders with a requested day are rejected without it; others are not. */
const periodFindings = (entities: ReadonlyMap<string, Entity>): Finding[] =>
  entities.get('RequestedFulfillmentPeriod')?.properties.has('StartDateTime')
    ? []
    : [
        warning(
          'Requested delivery days cannot be sent: add RequestedFulfillmentPeriod with StartDateTime and EndDateTime.',
        ),
      ]

const partFindings = (entities: ReadonlyMap<string, Entity>, { salesUnit, textType }: Fields): Finding[] =>
  [
    'BuyerParty.PartyID',
    'Item.CancellationStatusCode',
    'ItemProduct.ProductID',
    'ItemScheduleLine.Quantity',
    'PricingTerms.CurrencyCode',
    ...(salesUnit ? ['SalesUnitParty.PartyID'] : []),
    ...(textType ? ['Text.TextContent'] : []),
  ].flatMap((path) => {
    const [name = '', property = ''] = path.split('.')
    const entity = entities.get(name)
    return entity
      ? missing(entity, property, name === 'Item' ? 'warning' : 'problem')
      : [problem(`The service has no ${name}: add it with ${property}.`)]
  })

const missing = (entity: Entity, name: string, level: Finding['level']): Finding[] =>
  entity.properties.has(name) ? [] : [{ level, text: `${entity.name} has no field ${name}: add it to the service.` }]

const rights = {
  isCreatable: 'cannot be written: tick “creatable”.',
  isUpdatable: 'cannot be changed: tick “updatable”.',
  isFilterable: 'cannot be searched: tick “filterable”.',
}

const withRight = (entity: Entity, name: string, right: keyof typeof rights): Finding[] => {
  const property = entity.properties.get(name)
  if (!property) return missing(entity, name, 'problem')
  return property[right] ? [] : [problem(`${entity.name}.${name} ${rights[right]}`)]
}

const good = (text: string): Finding => ({ level: 'good', text })
const warning = (text: string): Finding => ({ level: 'warning', text })
const problem = (text: string): Finding => ({ level: 'problem', text })

const checkDeliveries = async (session: ErpSession, service: string, fields: Fields): Promise<Finding[]> => {
  if (!service) return [warning('Parcels are unknown: ERP_DELIVERY_SERVICE is empty.')]
  return checkSet(session, {
    service,
    entity: 'OutboundDelivery',
    needed: [
      'ObjectID',
      'ID',
      'CreationDateTime',
      'ReleaseStatusCode',
      'CancellationStatusCode',
      'Item/ProductID',
      'Item/ItemDeliveryQuantity/Quantity',
      'Item/ItemSalesOrderReference/ID',
    ],
    wanted: deliveryPaths(fields),
    unless: {
      LastChangeDateTime: 'deliveries are read by creation date, and the nightly reconciliation finds changes',
    },
  })
}

/** Fields that invoices need; any other missing field is shown as empty. */
const neededOfInvoices = [
  'ObjectID',
  'ID',
  'CreationDateTime',
  'ReleaseStatusCode',
  'TotalNetAmount',
  'TotalGrossAmount',
]

const checkInvoices = async (session: ErpSession, service: string, fields: Fields): Promise<Finding[]> => {
  if (!service) return [warning('Invoices are not imported: ERP_INVOICE_SERVICE is empty.')]
  return checkSet(session, {
    service,
    entity: 'CustomerInvoice',
    needed: neededOfInvoices,
    wanted: invoicePaths(fields),
    // Each pair needs only one of the two.
    either: [
      ['currencyCode', 'TotalGrossAmountCurrencyCode'],
      ['BuyerPartyID', 'BuyerParty/PartyID'],
    ],
    unless: {
      ProcessingTypeCode: 'credit memos can’t be distinguished from invoices',
      LastChangeDateTime: 'invoices are read by creation date, and the nightly reconciliation finds changes',
    },
  })
}

const checkCustomers = async (session: ErpSession, service: string, fields: Fields): Promise<Finding[]> => {
  if (!service) return [warning('Addresses are not imported: ERP_CUSTOMER_SERVICE is empty.')]
  return checkSet(session, {
    service,
    entity: 'Customer',
    needed: [
      'InternalID',
      'AddressInformation/PostalAddress/StreetName',
      'AddressInformation/AddressUsage/AddressUsageCode',
    ],
    wanted: accountPaths(fields),
  })
}

interface Query {
  service: string
  entity: string
  needed: readonly string[]
  wanted: readonly string[]
  either?: readonly (readonly [string, string])[]
  /** The effect of a missing field, if it is more than an empty column. */
  unless?: Readonly<Record<string, string>>
}

const checkSet = (
  session: ErpSession,
  { service, entity, needed, wanted, either = [], unless = {} }: Query,
): Promise<Finding[]> =>
  answered(`The service ${service} can’t be used`, async () => {
    const own = session.at(customService(service))
    const model = readMetadata(await own.readText('$metadata'))
    if (!model.has(entity)) return [problem(`The service ${service} has no ${entity}.`)]
    const known = new Set(availablePaths(model, entity, [...needed, ...wanted]))
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

const checkOpenItems = async (session: ErpSession, setting: string): Promise<Finding[]> => {
  if (!setting) return [warning('Payments are unknown: ERP_OPEN_ITEMS is empty.')]
  const [service = '', report = ''] = setting.split('/')
  return answered('The report of open items can’t be used', async () => {
    const items = await readOpenItems(session.at(`sap/byd/odata/${service}/`), report, undefined)
    return [good(`The report of open items can be read: ${items.length} unpaid.`)]
  })
}

const noInvoice = '00000000-0000-0000-0000-000000000000'

/** Requests a nonexistent invoice: an available service replies that it has no document. */
const checkOutput = (session: ErpSession): Promise<Finding[]> =>
  answered('Invoice documents cannot be read', async () => {
    await readInvoicePdf(session.at(outputFolder), noInvoice, undefined)
    return [good('Invoice documents can be requested.')]
  })

/** The findings, or one problem if the service does not respond. */
const answered = async (whatFails: string, ask: () => Promise<Finding[]>): Promise<Finding[]> => {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof ErpError)) throw error
    return [problem(`${whatFails}. ${error.message}`)]
  }
}
