/** What the portal hands over: one order, complete, in the portal's own words. */
export interface OutgoingOrder {
  /** The portal's reference: unique for ever, at most 35 characters. */
  reference: string
  accountId: string
  purchaseOrder: string
  shippingMethod: string
  comments: string
  /** Who typed it in and for whom, when that differs. */
  placedBy: string | null
  /** The ERP's id of the address that it goes to; null for the account's own ship-to. */
  shipTo: string | null
  createdAt: Date
  lines: readonly OutgoingLine[]
}

export interface OutgoingLine {
  lineNo: number
  /** The ERP's product id: the NDC or the item number. */
  productId: string
  quantity: number
  /** As the catalogue writes it; may be no unit the ERP knows. */
  unit: string
  /** Unit price in dollars as ordered. */
  price: number
}

/** An order as the ERP knows it, as far as order export needs it. */
export interface ErpOrderRef {
  objectId: string
  /** The ERP's order number. */
  id: string
  reference: string
  accountId: string
  /** 1 Open, 2 In Process, 3 Completed, 4 In Preparation. */
  status: string
  isReleased: boolean
  /** Null where the ERP did not say. */
  netAmount: number | null
  lines: readonly { productId: string; quantity: number }[]
  changedAt: Date | null
}

export interface PaidOrder {
  objectId: string
  /** A calendar day. */
  paidOn: string
}

/** An order as the feed brings it. Null: the ERP does not tell, so what the portal knows stays. */
export interface ErpOrder extends ErpOrderRef {
  /** All of it. */
  isCancelled: boolean
  billToPartyId: string
  createdAt: Date | null
  purchaseOrder: string | null
  shippingMethod: string | null
  trackingCode: string | null
  lines: readonly ErpOrderLine[]
}

export interface ErpOrderLine {
  productId: string
  description: string
  quantity: number
  unit: string
  netAmount: number | null
  /** Null where the ERP does not tell. */
  isCancelled: boolean | null
}

export interface ErpInvoice {
  objectId: string
  /** The invoice number. */
  id: string
  buyerPartyId: string
  payerPartyId: string
  /** Number of the order it bills; empty when none is named. */
  orderId: string
  /** A calendar day, as the two below. */
  date: string | null
  dueDate: string | null
  createdAt: Date | null
  changedAt: Date
  /** 1 not released, 3 released. */
  releaseStatus: string
  isCancellation: boolean
  /** A credit memo: whatever sign its amounts come with, it is the customer's money. Null where the ERP does not tell. */
  isCredit: boolean | null
  /** On a cancellation: the number of the invoice it cancels; empty when none is named. */
  cancels: string
  netAmount: number
  grossAmount: number
  shippingCharge: number | null
  currency: string
  purchaseOrder: string | null
  shippingMethod: string | null
  trackingCode: string | null
  fedExAccount: string | null
  /** What it bills; null where the ERP does not tell. */
  lines: readonly ErpInvoiceLine[] | null
}

export interface ErpInvoiceLine {
  productId: string
  description: string
  quantity: number | null
  unit: string
  netAmount: number | null
}

export interface ErpAddress {
  name: string
  street: string
  city: string
  state: string
  zip: string
  country: string
}

export interface ErpAddresses {
  accountId: string
  shipTo: ErpAddress | null
  billTo: ErpAddress | null
  /** Null where the ERP says nothing of it, or nobody asked. */
  credit: ErpCredit | null
}

export interface ErpCredit {
  limit: number
  left: number | null
  currency: string
}

export interface OpenItem {
  invoiceId: string
  amount: number
  currency: string
}

export interface Pdf {
  name: string
  content: Buffer
}

/** Where reading goes on: a moment of the ERP's clock and, inside one such moment, the last row of it that was read. */
export interface Cursor {
  at: Date
  after: string | null
}

export interface Page<T> {
  rows: readonly T[]
  /** What the ERP sent and the portal cannot believe, in words. */
  refused: readonly string[]
  /** Safe to keep once the rows are stored. */
  cursor: Cursor
  isLast: boolean
}

/** `change` meets every row that changed since; `creation` every row made since. */
export type FeedOrder = 'change' | 'creation'

/** One line of the ERP check, in words an operator understands. */
export interface Finding {
  level: 'good' | 'warning' | 'problem'
  text: string
}

/**
 * How a call to the ERP ended. `not-sent`: nothing was created, try later. `rejected`: the ERP understood and
 * declined. `unknown`: it may or may not have happened; look before trying again.
 */
export type SendOutcome = 'not-sent' | 'rejected' | 'unknown'

export interface ErpErrorFacts {
  retryAfterSeconds?: number | null
  onlyThisOrder?: boolean
  needsOperator?: boolean
  isAway?: boolean
  isPaused?: boolean
  cause?: unknown
}

export class ErpError extends Error {
  readonly outcome: SendOutcome
  /** When the ERP said how long to wait. */
  readonly retryAfterSeconds: number | null
  /** The trouble lies with this order alone, as with a locked record: others may go on. */
  readonly onlyThisOrder: boolean
  /** Waiting does not help: a right, a password or a service is missing. */
  readonly needsOperator: boolean
  /** Whatever is asked now fails too: it is closed for maintenance, busy, or does not know the portal. */
  readonly isAway: boolean
  /** It was not even asked, because it is away. */
  readonly isPaused: boolean

  constructor(outcome: SendOutcome, message: string, facts: ErpErrorFacts = {}) {
    super(message, { cause: facts.cause })
    this.outcome = outcome
    this.retryAfterSeconds = facts.retryAfterSeconds ?? null
    this.onlyThisOrder = facts.onlyThisOrder ?? false
    this.needsOperator = facts.needsOperator ?? false
    this.isAway = facts.isAway ?? false
    this.isPaused = facts.isPaused ?? false
  }
}

/** The wholesaler's ERP as the portal needs it; no word of a product in it. */
export interface Erp {
  isConnected: boolean
  /** Creates the order once, without ever repeating the request; throws ErpError. */
  placeOrder(order: OutgoingOrder, signal?: AbortSignal): Promise<ErpOrderRef>
  /** Every order that carries this reference: none, one, or more. */
  findOrders(reference: string, signal?: AbortSignal): Promise<ErpOrderRef[]>
  /** Deletes an unreleased duplicate. */
  discardOrder(order: ErpOrderRef, signal?: AbortSignal): Promise<void>
  /** Writes the portal's prices where they differ; what is right already is left alone. */
  setPrices(objectId: string, lines: readonly OutgoingLine[], signal?: AbortSignal): Promise<void>
  /** Releases an order that is not released yet. */
  releaseOrder(objectId: string, signal?: AbortSignal): Promise<void>
  /** Writes the day of payment (`YYYY-MM-DD`) on the order; what is there already is left alone. */
  notePaid(order: PaidOrder, signal?: AbortSignal): Promise<void>
  /** Statuses and new orders alike, oldest change first. */
  orders(from: Cursor | null, by: FeedOrder, signal?: AbortSignal): AsyncIterable<Page<ErpOrder>>
  ordersByNumber(numbers: readonly string[], signal?: AbortSignal): Promise<Pick<Page<ErpOrder>, 'rows' | 'refused'>>
  invoices(from: Cursor | null, by: FeedOrder, signal?: AbortSignal): AsyncIterable<Page<ErpInvoice>>
  /** One invoice as it stands in the ERP now. */
  invoice(number: string, signal?: AbortSignal): Promise<ErpInvoice | null>
  /** The newest printed document; null when the ERP has not issued one. */
  invoicePdf(number: string, signal?: AbortSignal): Promise<Pdf | null>
  addresses(accountIds: readonly string[], signal?: AbortSignal): AsyncIterable<readonly ErpAddresses[]>
  /** All that is unpaid at this moment; null when the ERP does not offer the list. */
  openItems(signal?: AbortSignal): Promise<readonly OpenItem[] | null>
  /** The cheapest question: whether it answers at all. */
  probe(signal?: AbortSignal): Promise<void>
  check(): Promise<Finding[]>
  close(): Promise<void>
}
