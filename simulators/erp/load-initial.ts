import { alpha } from './books.ts'
import type { Account, Address, Books, Counters, Material, Order } from './books.ts'
import type { Chance } from './chance.ts'
import { amountText, decimal, quantityText } from './decimal.ts'
import type {
  Initial,
  InitialAccount,
  InitialAddress,
  InitialInvoice,
  InitialMaterial,
  InitialOrder,
} from './initial.ts'
import { newInvoice, nextNumbers, putInvoice, putReceivable } from './invoices.ts'
import { complete, deliver, release } from './lifecycle.ts'
import { quantityOf } from './prices.ts'
import { adopt, objectId, uuidOf } from './nodes.ts'
import type { Draft, Node } from './nodes.ts'
import { createOrder, newItem, putOrder, totalOrder } from './sales-orders.ts'
import type { Change } from './store.ts'

const hour = 60 * 60 * 1000
const openEnd = 253402214400000

/** Turns initial data into changes of the books. Later entries may refer to earlier ones and to what the books hold already. */
export const loadInitial = (books: Books, initial: Initial, now: number, chance: Chance): Change[] => {
  const known: Books = {
    ...books,
    accounts: new Map(books.accounts),
    materials: new Map(books.materials),
    orders: new Map(books.orders),
  }
  const counters = nextNumbers(books)
  const moment = (text: string | undefined, otherwise: number) => (text ? momentOf(text, now) : otherwise)

  for (const entry of initial.accounts ?? []) known.accounts.set(alpha(entry.id), accountOf(entry, moment, now))
  for (const entry of initial.materials ?? []) known.materials.set(alpha(entry.id), materialOf(entry, now))
  // a blocked account may well have ordered before it was blocked
  const unblocked = new Map(
    [...known.accounts].map(([id, account]) => [id, { ...account, OrderBlockingReasonCode: '' }]),
  )
  const loaded = (initial.orders ?? []).map((entry) =>
    orderOf({ ...known, accounts: unblocked }, counters, entry, moment, chance),
  )
  const orders = loaded.map(({ order }) => order)
  for (const order of orders) known.orders.set(order.ObjectID, order)
  const invoices = (initial.invoices ?? []).flatMap((entry) => invoiceOf(known, counters, entry, moment, now, chance))

  counters.order = above(
    counters.order,
    orders.map(({ ID }) => ID),
  )
  counters.invoice = above(
    counters.invoice,
    (initial.invoices ?? []).map(({ id }) => id),
  )
  return [
    ...(initial.accounts ?? []).map(({ id }): Change => ['accounts', alpha(id), known.accounts.get(alpha(id)) ?? null]),
    ...(initial.materials ?? []).map(({ id }): Change => [
      'materials',
      alpha(id),
      known.materials.get(alpha(id)) ?? null,
    ]),
    ...loaded.flatMap(({ deliveries }) => deliveries),
    ...orders.map(putOrder),
    ...invoices,
    ['counters', 'all', counters],
  ]
}

type Moment = (text: string | undefined, otherwise: number) => number

const momentOf = (text: string, now: number) => {
  const distance = /^-([\d.]+)([dh])$/.exec(text)
  return distance ? Math.round(now - Number(distance[1]) * (distance[2] === 'd' ? 24 : 1) * hour) : Date.parse(text)
}

const above = (counter: number, ids: readonly string[]) =>
  ids.reduce((next, id) => Math.max(next, Number(id) + 1), counter)

const accountOf = (entry: InitialAccount, moment: Moment, now: number): Account => {
  const id = alpha(entry.id)
  const root = objectId('Customer', id)
  const created = moment(entry.created, now)
  const account: Account = {
    ObjectID: root,
    UUID: uuidOf(root),
    InternalID: id,
    LifeCycleStatusCode: '2',
    BusinessPartnerFormattedName: entry.name,
    OrganisationFirstLineName: entry.name.slice(0, 40),
    OrganisationSecondLineName: entry.name.slice(40),
    OrderBlockingReasonCode: entry.status === 'blocked' ? '01' : '',
    FulfilmentBlockingReasonCode: '',
    InvoicingBlockingReasonCode: '',
    ...(entry.credit && {
      CreditLimitcontent_KUT: amountText(decimal(entry.credit.limit)),
      CreditLeftcontent_KUT: entry.credit.left === undefined ? null : amountText(decimal(entry.credit.left)),
      CreditLimitcurrencyCode_KUT: entry.credit.currency ?? 'USD',
    }),
    CreationDateTime: created,
    LastChangeDateTime: moment(entry.changed, created),
    AddressInformation: (entry.addresses ?? []).map((address, position) => addressOf(root, address, position)),
    Identification: (entry.identifications ?? []).map(({ type, id: ID }) => ({
      ObjectID: '',
      ID,
      IdentifierTypeCode: type,
    })),
  }
  adopt(account)
  return account
}

const addressOf = (root: string, entry: InitialAddress, position: number): Address => {
  const address = objectId(root, 'AddressInformation', position)
  return {
    ObjectID: address,
    UUID: entry.uuid ?? uuidOf(address),
    AddressUsage: (entry.usages ?? ['XXDEFAULT']).map((code): Node => ({
      ObjectID: '',
      AddressUsageCode: code,
      DefaultIndicator: entry.defaultFor?.includes(code) ?? false,
      ValidityStartDate: 0,
      ValidityEndDate: openEnd,
    })),
    PostalAddress: {
      ObjectID: '',
      StreetName: entry.street,
      HouseID: entry.house ?? '',
      CityName: entry.city,
      RegionCode: entry.region,
      StreetPostalCode: entry.postalCode,
      CountryCode: entry.country ?? 'US',
      CareOfName: entry.careOf ?? '',
    },
    ...(entry.email ? { EMail: { ObjectID: '', URI: entry.email } } : {}),
    ...(entry.phone ? { ConventionalPhone: { ObjectID: '', FormattedNumberDescription: entry.phone } } : {}),
  }
}

const materialOf = (entry: InitialMaterial, now: number): Material => {
  const root = objectId('Material', entry.id)
  const material: Material = {
    ObjectID: root,
    UUID: uuidOf(root),
    InternalID: entry.id,
    Description: entry.description.slice(0, 40),
    DescriptionLanguageCode: 'EN',
    BaseMeasureUnitCode: entry.unit,
    CreationDateTime: now,
    LastChangeDateTime: now,
    GlobalTradeItemNumber: entry.gtin ? [{ ObjectID: '', ID: entry.gtin, QuantityTypeCode: entry.unit }] : [],
    Sales: [{ ObjectID: '', SalesOrganisationID: 'S1100', DistributionChannelCode: '01' }],
    $list: {
      ObjectID: objectId(root, 'list'),
      price: amountText(decimal(entry.price)),
      currency: entry.currency ?? 'USD',
      cold: entry.cold ?? false,
    },
  }
  adopt(material)
  return material
}

const lineDraft = (line: { product: string; quantity: string; unit?: string }): Draft => ({
  ItemProduct: { ProductID: line.product },
  ItemScheduleLine: [{ Quantity: line.quantity, unitCode: line.unit ?? '' }],
})

const priceLines = (items: Order['Item'], lines: InitialOrder['lines']) => {
  for (const [position, { price, cancelled }] of lines.entries()) {
    const item = items[position]
    if (item && cancelled) item.CancellationStatusCode = '4'
    const list = item?.ItemPriceAndTaxCalculation.ItemPriceComponent[0]
    if (price && list) {
      list.DecimalValue = quantityText(decimal(price))
      list['ManuallyChangedIndicator'] = true
    }
  }
}

const orderOf = (books: Books, counters: Counters, entry: InitialOrder, moment: Moment, chance: Chance) => {
  const created = moment(entry.created, 0)
  const draft: Draft = {
    ExternalReference: alpha(entry.reference ?? ''),
    Name: entry.name ?? '',
    PurchaseOrder_KUT: entry.purchaseOrder ?? '',
    ShipVia_KUT: entry.shipVia ?? '',
    TrackingNumber_KUT: entry.tracking ?? '',
    BuyerParty: { PartyID: alpha(entry.account) },
    Text: entry.comment ? [{ TextContent: entry.comment }] : [],
    Item: entry.lines.map(lineDraft),
  }
  const numbered = { ...books, counters: new Map([['all', { ...counters, order: Number(entry.id) }]]) }
  let { order } = createOrder(numbered, draft, created)
  priceLines(order.Item, entry.lines)
  totalOrder(order)
  const changed = moment(entry.changed, created)
  const status = entry.status ?? '4'
  if (status !== '4') order = release(order, changed)
  const contents = order.Item.map((item) => ({ item, quantity: quantityOf(item) }))
  const isDelivered = status === '2' || status === '3'
  const delivered = isDelivered ? deliver(counters, order, contents, changed, chance) : { order, changes: [] }
  order = status === '3' ? complete(delivered.order, changed) : delivered.order
  const loaded: Order = { ...order, LastChangeDateTime: changed, CancellationStatusCode: entry.cancelled ? '4' : '1' }
  return { order: loaded, deliveries: delivered.changes.filter(([shelf]) => shelf === 'deliveries') }
}

const invoiceOf = (
  books: Books,
  counters: Counters,
  entry: InitialInvoice,
  moment: Moment,
  now: number,
  chance: Chance,
): Change[] => {
  const order = entry.order ? [...books.orders.values()].find(({ ID }) => ID === alpha(entry.order ?? '')) : undefined
  if (entry.order && !order) throw new Error(`invoice ${entry.id}: order ${entry.order} does not exist`)
  const account = alpha(entry.account ?? order?.BuyerParty.PartyID ?? '')
  if (!books.accounts.has(account)) throw new Error(`invoice ${entry.id}: account ${account} does not exist`)
  const created = moment(entry.created ?? entry.date, 0)
  const items = entry.lines ? itemsOf(books, entry) : (order?.Item ?? [])
  const net = entry.net ?? amountText(items.reduce((sum, item) => sum + decimal(item.NetAmount), 0n))
  const invoice = newInvoice({
    id: alpha(entry.id),
    order: order?.ID ?? '',
    account,
    payer: alpha(entry.payer ?? account),
    date: moment(entry.date, 0),
    created,
    changed: moment(entry.changed, created),
    released: entry.released ?? true,
    cancellation: entry.cancellation ?? entry.cancels !== undefined,
    cancels: entry.cancels ? alpha(entry.cancels) : '',
    creditMemo: entry.creditMemo ?? false,
    purchaseOrder: entry.purchaseOrder ?? order?.PurchaseOrder_KUT ?? '',
    shipVia: entry.shipVia ?? order?.ShipVia_KUT ?? '',
    tracking: entry.tracking ?? order?.TrackingNumber_KUT ?? '',
    fedExAccount: entry.fedExAccount ?? order?.FedExAccount_KUT ?? '',
    net,
    shipping: entry.shipping ?? '0',
    currency: entry.currency ?? order?.NetAmountCurrencyCode ?? 'USD',
    items,
  })
  const open = amountText(decimal(entry.open ?? invoice.TotalGrossAmount))
  const owed = invoice.CancellationDocumentIndicator ? '0' : open
  return [putInvoice(invoice), putReceivable(counters, invoice, owed, now, chance)]
}

const itemsOf = (books: Books, entry: InitialInvoice): Order['Item'] => {
  const lines = entry.lines ?? []
  const order = {
    ObjectID: objectId('lines of', entry.id),
    NetAmountCurrencyCode: 'USD',
    Item: [],
    LastChangeDateTime: 0,
  }
  const scratch = order as unknown as Order // newItem() reads these four alone
  for (const [position, line] of lines.entries()) newItem(books, scratch, lineDraft(line), position)
  priceLines(scratch.Item, lines)
  totalOrder(scratch)
  return scratch.Item
}
