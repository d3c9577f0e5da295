import { countersOf } from './books.ts'
import type { Account, Address, Books, Material, Order, OrderItem, Party } from './books.ts'
import { amountText, decimal, quantityText } from './decimal.ts'
import { adopt, childOf, childrenOf, objectId, textOf, uuidOf } from './nodes.ts'
import type { Draft, Node } from './nodes.ts'
import { badRequest } from './odata-error.ts'
import { listPrice, priceItem } from './prices.ts'
import type { Change } from './store.ts'

/** Enters an order as a person in the office would: it gets a number, prices from the price list and the status In Preparation. */
export const createOrder = (books: Books, draft: Draft, now: number): { order: Order; changes: Change[] } => {
  const account = orderingAccount(books, textOf(childOf(draft, 'BuyerParty'), 'PartyID'))
  const counters = countersOf(books)
  const order = newOrder(String(counters.order), account, draft, now)
  order['ProductRecipientParty'] = recipient(books, account, childOf(draft, 'ProductRecipientParty'))
  for (const name of ['BillToParty', 'PayerParty'] as const) {
    const id = textOf(childOf(draft, name), 'PartyID')
    if (id) order[name] = party(existingAccount(books, id))
  }
  order.Item = childrenOf(draft, 'Item').map((item, position) => newItem(books, order, item, position))
  totalOrder(order)
  adopt(order)
  return { order, changes: [putOrder(order), ['counters', 'all', { ...counters, order: counters.order + 1 }]] }
}

export const putOrder = (order: Order): Change => ['orders', order.ObjectID, order]

export const orderingAccount = (books: Books, id: string): Account => {
  if (!id) throw badRequest('Enter an account')
  const account = existingAccount(books, id)
  if (account.OrderBlockingReasonCode) throw badRequest(`Account ${id} is blocked for sales orders`)
  return account
}

const existingAccount = (books: Books, id: string): Account => {
  const account = books.accounts.get(id)
  if (!account) throw badRequest(`Account ${id} does not exist`)
  return account
}

export const newItem = (books: Books, order: Order, draft: Draft, position: number): OrderItem => {
  const productId = textOf(childOf(draft, 'ItemProduct'), 'ProductID')
  const material = books.materials.get(productId)
  if (!material) throw badRequest(productId ? `Product ${productId} does not exist` : 'Enter a product')
  const id = textOf(draft, 'ID') || String((position + 1) * 10)
  if (order.Item.some((other) => other.ID === id)) throw badRequest(`Item ${id} exists already`)
  const itemId = objectId(order.ObjectID, 'Item', id, order.LastChangeDateTime)
  const calculationId = objectId(itemId, 'ItemPriceAndTaxCalculation')
  const item: OrderItem = {
    ObjectID: itemId,
    UUID: uuidOf(itemId),
    ID: id,
    Description: textOf(draft, 'Description') || material.Description,
    ProcessingTypeCode: textOf(draft, 'ProcessingTypeCode') || 'TAN',
    ExternalItemReference: textOf(draft, 'ExternalItemReference'),
    SubstituteFor_KUT: textOf(draft, 'SubstituteFor_KUT'),
    NetAmount: amountText(0n),
    NetAmountCurrencyCode: order.NetAmountCurrencyCode,
    ReleaseStatusCode: '1',
    CancellationStatusCode: '1',
    FulfilmentProcessingStatusCode: '1',
    InvoiceProcessingStatusCode: '1',
    ItemProduct: { ObjectID: objectId(itemId, 'ItemProduct'), ProductID: productId, ProductTypeCode: '1' },
    ItemScheduleLine: scheduleLines(draft, itemId, material, id),
    ItemPriceAndTaxCalculation: {
      ObjectID: calculationId,
      CountryCode: 'US',
      ItemPriceComponent: [listPrice(material, calculationId)],
    },
  }
  order.Item = [...order.Item, item]
  return item
}

const scheduleLines = (draft: Draft, itemId: string, material: Material, item: string) => {
  const lines = childrenOf(draft, 'ItemScheduleLine')
  if (lines.length === 0) throw badRequest(`Item ${item}: enter a quantity`)
  return lines.map((line, position) => {
    const quantity = decimal(textOf(line, 'Quantity') || '0')
    if (quantity <= 0n) throw badRequest(`Item ${item}: quantity must be greater than zero`)
    const unitCode = textOf(line, 'unitCode') || material.BaseMeasureUnitCode
    if (unitCode !== material.BaseMeasureUnitCode) {
      throw badRequest(`Item ${item}: unit of measure ${unitCode} is not valid for product ${material.InternalID}`)
    }
    const start = line['StartDateTime']
    return {
      ObjectID: objectId(itemId, 'ItemScheduleLine', position),
      TypeCode: '1',
      Quantity: quantityText(quantity),
      unitCode,
      StartDateTime: typeof start === 'number' ? start : null,
    }
  })
}

/** A canceled line keeps its quantity and amount, and counts for nothing. */
export const isLive = ({ CancellationStatusCode }: OrderItem): boolean => CancellationStatusCode !== '4'

/** Sums the items and marks an order without items as inconsistent, which nobody can release. */
export const totalOrder = (order: Order) => {
  const net = amountText(
    order.Item.reduce((sum, item) => {
      const amount = priceItem(item)
      return isLive(item) ? sum + amount : sum
    }, 0n),
  )
  order.NetAmount = net
  order['GrossAmount'] = net
  order.ConsistencyStatusCode = order.Item.length > 0 ? '3' : '2'
}

const party = (account: Account): Party => ({ ObjectID: '', PartyID: account.InternalID })

const newOrder = (id: string, account: Account, draft: Draft, now: number): Order => {
  const root = objectId('SalesOrder', id)
  const terms = childOf(draft, 'PricingTerms')
  const currency = textOf(terms, 'CurrencyCode') || 'USD'
  const node = (name: string, values: Omit<Node, 'ObjectID'>): Node => ({ ...values, ObjectID: objectId(root, name) })
  const partyNode = (name: string, PartyID: string): Party => ({ ObjectID: objectId(root, name), PartyID })
  const period = childOf(draft, 'RequestedFulfillmentPeriod')
  const posted = draft['PostingDateTime']
  return {
    ObjectID: root,
    UUID: uuidOf(root),
    ID: id,
    ExternalReference: textOf(draft, 'ExternalReference'),
    Name: textOf(draft, 'Name'),
    DataOriginTypeCode: textOf(draft, 'DataOriginTypeCode') || '1',
    PostingDateTime: typeof posted === 'number' ? posted : now,
    LifeCycleStatusCode: '4',
    ReleaseStatusCode: '1',
    ConsistencyStatusCode: '3',
    DeliveryStatusCode: '1',
    InvoiceStatusCode: '1',
    CancellationStatusCode: '1',
    ApprovalStatusCode: '2',
    CreditWorthinessStatusCode: '3',
    DeliveryBlockingStatusCode: '1',
    InvoicingBlockingStatusCode: '1',
    ExecutionReleaseStatusCode: '1',
    CompleteDeliveryRequestedIndicator: draft['CompleteDeliveryRequestedIndicator'] === true,
    NetAmount: amountText(0n),
    NetAmountCurrencyCode: currency,
    TaxAmount: amountText(0n),
    TaxAmountCurrencyCode: currency,
    GrossAmount: amountText(0n),
    GrossAmountCurrencyCode: currency,
    SalesOrganisationID: 'S1100',
    CreationDateTime: now,
    LastChangeDateTime: now,
    PurchaseOrder_KUT: textOf(draft, 'PurchaseOrder_KUT'),
    ShipVia_KUT: textOf(draft, 'ShipVia_KUT'),
    FedExAccount_KUT: textOf(draft, 'FedExAccount_KUT'),
    TrackingNumber_KUT: textOf(draft, 'TrackingNumber_KUT'),
    PaidOn_KUT: textOf(draft, 'PaidOn_KUT'),
    BuyerParty: partyNode('BuyerParty', account.InternalID),
    BillToParty: partyNode('BillToParty', account.InternalID),
    PayerParty: partyNode('PayerParty', account.InternalID),
    SalesUnitParty: partyNode('SalesUnitParty', textOf(childOf(draft, 'SalesUnitParty'), 'PartyID') || 'S1100'),
    PricingTerms: node('PricingTerms', {
      CurrencyCode: currency,
      GrossAmountIndicator: terms['GrossAmountIndicator'] === true,
      PriceDateTime: now,
    }),
    RequestedFulfillmentPeriod: node('RequestedFulfillmentPeriod', {
      StartDateTime: textOf(period, 'StartDateTime') || new Date(now).toISOString(),
      EndDateTime: textOf(period, 'EndDateTime') || new Date(now).toISOString(),
    }),
    Text: childrenOf(draft, 'Text').map((text, position) =>
      node(`Text ${position}`, {
        TypeCode: textOf(text, 'TypeCode') || '10024',
        LanguageCode: textOf(text, 'LanguageCode') || 'EN',
        TextContent: textOf(text, 'TextContent'),
        CreatedOn: now,
      }),
    ),
    DocumentReference: [],
    Item: [],
  }
}

const recipient = (books: Books, buyer: Account, draft: Draft): Node => {
  const id = textOf(draft, 'PartyID')
  const account = id ? existingAccount(books, id) : buyer
  const wanted = textOf(draft, 'AddressReferenceUUID')
  const address = wanted ? account.AddressInformation.find(({ UUID }) => UUID === wanted) : shipTo(account)
  if (wanted && !address) throw badRequest(`Address ${wanted} does not exist for account ${account.InternalID}`)
  return {
    ...party(account),
    AddressReferenceUUID: address?.UUID ?? null,
    ProductRecipientPartyDetails: {
      ObjectID: '',
      FormattedName: textOf(account, 'BusinessPartnerFormattedName'),
      DefaultEMailURI: '',
      DefaultPhoneFormattedNumber: '',
      ProductRecipientPartyPostalAddress: address ? [{ ...address.PostalAddress, ObjectID: '' }] : [],
      ProductRecipientPartyName: [
        {
          ObjectID: '',
          FirstLineName: textOf(account, 'BusinessPartnerFormattedName').slice(0, 40),
          SecondLineName: '',
        },
      ],
    },
  }
}

const shipTo = (account: Account): Address | undefined => {
  const used = (code: string) => (address: Address) =>
    address.AddressUsage.some((usage) => usage['AddressUsageCode'] === code)
  const standard = (address: Address) =>
    address.AddressUsage.some((usage) => usage['AddressUsageCode'] === 'SHIP_TO' && usage['DefaultIndicator'] === true)
  const addresses = account.AddressInformation
  return (
    addresses.find(standard) ?? addresses.find(used('SHIP_TO')) ?? addresses.find(used('XXDEFAULT')) ?? addresses[0]
  )
}
