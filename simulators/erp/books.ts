import type { Node } from './nodes.ts'

export type Account = Node & { InternalID: string; OrderBlockingReasonCode: string; AddressInformation: Address[] }

export type Address = Node & { UUID: string; AddressUsage: Node[]; PostalAddress: Node }

export type Material = Node & { InternalID: string; Description: string; BaseMeasureUnitCode: string; $list: ListPrice }

/** What the price list and the warehouse know of a material; no service shows it. */
type ListPrice = { ObjectID: string; price: string; currency: string; cold: boolean }

export type Party = Node & { PartyID: string }

export type Order = Node & {
  ID: string
  ExternalReference: string
  LifeCycleStatusCode: string
  ReleaseStatusCode: string
  CancellationStatusCode: string
  ConsistencyStatusCode: string
  CreationDateTime: number
  LastChangeDateTime: number
  NetAmount: string
  NetAmountCurrencyCode: string
  PurchaseOrder_KUT: string
  ShipVia_KUT: string
  FedExAccount_KUT: string
  TrackingNumber_KUT: string
  PaidOn_KUT: string
  BuyerParty: Party
  BillToParty: Party
  PayerParty: Party
  DocumentReference: Node[]
  Item: OrderItem[]
}

export type OrderItem = Node & {
  ID: string
  Description: string
  CancellationStatusCode: string
  NetAmount: string
  ItemProduct: Node & { ProductID: string }
  ItemScheduleLine: ScheduleLine[]
  ItemPriceAndTaxCalculation: Node & { ItemPriceComponent: PriceComponent[] }
}

export type ScheduleLine = Node & { TypeCode: string; Quantity: string; unitCode: string }

export type PriceComponent = Node & { TypeCode: string; DecimalValue: string; BaseDecimalValue: string }

export type Invoice = Node & {
  ID: string
  ReleaseStatusCode: string
  ProcessingTypeCode: string
  CreationDateTime: number
  LastChangeDateTime: number
  Date: number
  TotalNetAmount: string
  TotalGrossAmount: string
  TotalGrossAmountCurrencyCode: string
  ShippingChargeAmountcontent_KUT: string
  PurchaseOrder_KUT: string
  ShipVia_KUT: string
  TrackingNumber_KUT: string
  CancellationDocumentIndicator: boolean
  BuyerParty: Party
  PayerParty: Party
  CashDiscountTerms: Node & { FullPaymentEndDate: number }
  Item: InvoiceItem[]
}

export type InvoiceItem = Node & {
  ID: string
  ProductID: string
  Description: string
  Quantity: string
  QuantityUnitCode: string
  NetAmount: string
  ItemBusinessTransactionDocumentReference: Node[]
}

export type Delivery = Node & {
  ID: string
  ReleaseStatusCode: string
  CancellationStatusCode: string
  CreationDateTime: number
  LastChangeDateTime: number
  Item: DeliveryItem[]
}

type DeliveryItem = Node & {
  ID: string
  ProductID: string
  /** The lot; empty for goods without lots. */
  IdentifiedStockID: string
  ItemDeliveryQuantity: Node & { Quantity: string; UnitCode: string }
  ItemSalesOrderReference: Node & { ID: string; ItemID: string }
}

/** What a customer still owes on an invoice, and when they pay it. */
export type Receivable = { ObjectID: string; open: string; payAt: number; payAtTick: number }

export type Counters = {
  ObjectID: string
  order: number
  invoice: number
  delivery: number
  ticks: number
  clockOffset: number
}

export type Books = {
  accounts: Map<string, Account>
  materials: Map<string, Material>
  orders: Map<string, Order>
  deliveries: Map<string, Delivery>
  invoices: Map<string, Invoice>
  receivables: Map<string, Receivable>
  counters: Map<string, Counters>
}

export type Shelf = keyof Books

export const emptyBooks = (): Books => ({
  accounts: new Map(),
  materials: new Map(),
  orders: new Map(),
  deliveries: new Map(),
  invoices: new Map(),
  receivables: new Map(),
  counters: new Map([
    ['all', { ObjectID: 'all', order: 8412, invoice: 90017, delivery: 30001, ticks: 0, clockOffset: 0 }],
  ]),
})

export const countersOf = (books: Books): Counters => {
  const counters = books.counters.get('all')
  if (!counters) throw new Error('the books have no counters')
  return counters
}

/** Numeric ids are one id with or without leading zeros. */
export const alpha = (id: string) => (/^\d+$/.test(id) ? id.replace(/^0+(?=\d)/, '') : id)
