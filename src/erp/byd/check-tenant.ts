import type { Config } from '#platform/config.ts'
import type { Finding } from '../gateway/erp.ts'
import { answered, checkCustomers, checkInvoices, checkOpenItems, checkOutput, good, problem } from './check-feeds.ts'
import { type Entity, readMetadata } from './metadata.ts'
import type { Fields } from './mapping.ts'
import type { Session } from './session.ts'

type Services = Pick<Config, 'ERP_ORDER_SERVICE' | 'ERP_INVOICE_SERVICE' | 'ERP_CUSTOMER_SERVICE' | 'ERP_OPEN_ITEMS'>

/** Whether the tenant's services have what the portal uses, told so that a ByDesign key user can add what is missing. */
export const checkTenant = async (session: Session, config: Services, fields: Fields): Promise<Finding[]> => [
  ...(await checkOrders(session, config.ERP_ORDER_SERVICE, fields)),
  ...(await checkInvoices(session, config.ERP_INVOICE_SERVICE, fields)),
  ...(await checkCustomers(session, config.ERP_CUSTOMER_SERVICE)),
  ...(await checkOpenItems(session, config.ERP_OPEN_ITEMS)),
  ...(await checkOutput(session)),
]

const checkOrders = (session: Session, service: string, fields: Fields): Promise<Finding[]> =>
  answered(`The service ${service} cannot be used`, async () => {
    await session.read('', {})
    const entities = readMetadata(await session.readText('$metadata'))
    const order = entities.get('SalesOrder')
    if (!order) return [problem(`The service ${service} has no SalesOrder.`)]
    const found = [...orderFindings(order, fields), ...partFindings(entities, fields), ...(await readFindings(session))]
    const isGood = found.every(({ level }) => level === 'good')
    return isGood ? [good(`The service ${service} has everything the portal needs.`)] : found
  })

/** Metadata is public to every user; only a read shows whether the user's rights suffice. */
const readFindings = (session: Session): Promise<Finding[]> =>
  answered('Sales orders cannot be read', async () => {
    await session.read('SalesOrderCollection', { $top: '1', $select: 'ObjectID' })
    return [good('Sales orders can be read.')]
  })

const orderFindings = (order: Entity, fields: Fields): Finding[] => [
  ...(order.isCreatable ? [] : [problem('Sales orders cannot be created: tick “creatable” for SalesOrder.')]),
  ...['ObjectID', 'ID', 'LifeCycleStatusCode', 'ReleaseStatusCode'].flatMap((name) => missing(order, name, 'problem')),
  ...missing(order, 'LastChangeDateTime', 'problem'),
  ...['NetAmount', 'CancellationStatusCode', 'CreationDateTime'].flatMap((name) => missing(order, name, 'warning')),
  ...(fields.tracking ? missing(order, fields.tracking, 'warning') : []),
  ...referenceFindings(order, fields.reference),
  ...[fields.purchaseOrder, fields.shipVia].filter(Boolean).flatMap((name) => writable(order, name)),
  ...(fields.paid ? changeable(order, fields.paid) : []),
]

/** Without it the portal cannot tell whether an order has arrived, and would create it twice. */
const referenceFindings = (order: Entity, name: string): Finding[] => {
  const property = order.properties.get(name)
  if (!property) return missing(order, name, 'problem')
  return [
    ...writable(order, name),
    ...(property.isFilterable ? [] : [problem(`SalesOrder.${name} cannot be searched: tick “filterable”.`)]),
    ...(property.maxLength !== null && property.maxLength < 35
      ? [problem(`SalesOrder.${name} holds ${property.maxLength} characters; the portal’s reference needs 35.`)]
      : []),
  ]
}

const partFindings = (entities: ReadonlyMap<string, Entity>, { salesUnit, textType }: Fields): Finding[] =>
  [
    'BuyerParty.PartyID',
    'ItemProduct.ProductID',
    'ItemScheduleLine.Quantity',
    'PricingTerms.CurrencyCode',
    ...(salesUnit ? ['SalesUnitParty.PartyID'] : []),
    ...(textType ? ['Text.TextContent'] : []),
  ].flatMap((path) => {
    const [name = '', property = ''] = path.split('.')
    const entity = entities.get(name)
    return entity
      ? missing(entity, property, 'problem')
      : [problem(`The service has no ${name}: add it with ${property}.`)]
  })

const missing = (entity: Entity, name: string, level: Finding['level']): Finding[] =>
  entity.properties.has(name) ? [] : [{ level, text: `${entity.name} has no field ${name}: add it to the service.` }]

const changeable = (entity: Entity, name: string): Finding[] => {
  const property = entity.properties.get(name)
  if (!property) return missing(entity, name, 'problem')
  return property.isUpdatable ? [] : [problem(`${entity.name}.${name} cannot be changed: tick “updatable”.`)]
}

const writable = (entity: Entity, name: string): Finding[] => {
  const property = entity.properties.get(name)
  if (!property) return missing(entity, name, 'problem')
  return property.isCreatable ? [] : [problem(`${entity.name}.${name} cannot be written: tick “creatable”.`)]
}
