import type { BackorderChoice } from '#fulfillment/backorder-shapes.ts'
import type { LineSchedule } from '#fulfillment/evaluate-line.ts'
import type { DeliveryItem } from '#fulfillment/match-parcels.ts'
import { Postponed } from '#platform/jobs/worker.ts'

/** One complete order in the portal's own terms. */
export interface OutgoingOrder {
  /** The portal's reference: permanently unique, at most 35 characters. */
  reference: string
  accountId: string
  purchaseOrder: string
  shippingMethod: string
  comments: string
  /** The buyer's note; empty if none, like the attention line. */
  note: string
  attention: string
  /** The requested delivery day, unless it has passed. */
  requestedDay: string | null
  /** The person who placed it and their customer, if they differ. */
  placedBy: string | null
  /** For pieces that cannot ship at first; null if the buyer was not asked. */
  backorders: BackorderChoice | null
  /** The ERP's id of the ship-to address; null for the account's default. */
  shipTo: string | null
  createdAt: Date
  lines: readonly OutgoingLine[]
}

export interface OutgoingLine {
  lineNo: number
  /** The ERP's product id: the NDC or the item number. */
  productId: string
  quantity: number
  /** The catalog's unit, which the ERP may not know. */
  unit: string
  /** Unit price in dollars as ordered. */
  price: number
  note: string
}

/** An ERP order with the fields that the order export needs. */
export interface ErpOrderRef {
  objectId: string
  /** The ERP's order number. */
  id: string
  reference: string
  accountId: string
  /** 1 Open, 2 In Process, 3 Completed, 4 In Preparation. */
  status: string
  isReleased: boolean
  /** Null if the ERP did not report it. */
  netAmount: number | null
  lines: readonly { productId: string; quantity: number }[]
  changedAt: Date | null
}

export interface PaidOrder {
  objectId: string
  /** A calendar day. */
  paidOn: string
}

/** What an order should become: lines with a lower quantity, zero to cancel them. */
export interface OrderToChange {
  objectId: string
  /** No line is left. */
  isWhole: boolean
  lines: readonly { lineNo: number; to: number }[]
}

/** What a reading of the ERP's order says about a line; `open` if its outcome is not known yet. */
export interface LineAnswer {
  lineNo: number
  state: 'done' | 'tooLate' | 'refused' | 'open'
  /** The ERP's reason. */
  why: string
}

/** An order from the feed. Null means that the ERP does not report the value, so the portal keeps its own. */
export interface ErpOrder extends ErpOrderRef {
  /** True if the whole order is canceled. */
  isCancelled: boolean
  billToPartyId: string
  createdAt: Date | null
  purchaseOrder: string | null
  shippingMethod: string | null
  trackingCode: string | null
  shipTo: ErpShipTo | null
  lines: readonly ErpOrderLine[]
}

/** Where the ERP ships an order. */
export interface ErpShipTo {
  /** The account's address that it was taken from; empty if the ERP names none. */
  addressId: string
  /** Name, street, city, state and ZIP code on one line. */
  address: string
  /** Empty if the ERP names none. */
  zip: string
}

export interface ErpOrderLine {
  /** The item number. */
  item: string
  /** The item that this one replaces with another product; empty if none. */
  replaces: string
  productId: string
  description: string
  quantity: number
  unit: string
  netAmount: number | null
  /** Null if the ERP does not report it. */
  isCancelled: boolean | null
  /** Null if the ERP confirms nothing. */
  schedule: LineSchedule | null
}

/** An outbound delivery: a fact of its own, whatever the status of its order. */
export interface ErpDelivery {
  objectId: string
  /** The delivery number. */
  id: string
  changedAt: Date
  /** Released and not canceled. */
  isShipped: boolean
  shippedAt: Date | null
  shippingMethod: string
  trackingCode: string
  items: readonly DeliveryItem[]
}

export interface ErpInvoice {
  objectId: string
  /** The invoice number. */
  id: string
  buyerPartyId: string
  payerPartyId: string
  /** The number of the billed order; empty if none is named. */
  orderId: string
  /** A calendar day, like the two below. */
  date: string | null
  dueDate: string | null
  createdAt: Date | null
  changedAt: Date
  /** 1 not released, 3 released. */
  releaseStatus: string
  isCancellation: boolean
  /** A credit memo: a credit to the customer, whatever the sign of its amounts. Null if the ERP does not report it. */
  isCredit: boolean | null
  /** On a cancellation: the number of the canceled invoice; empty if none is named. */
  cancels: string
  netAmount: number
  grossAmount: number
  shippingCharge: number | null
  currency: string
  purchaseOrder: string | null
  shippingMethod: string | null
  trackingCode: string | null
  fedExAccount: string | null
  /** The billed lines; null if the ERP does not report them. */
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
  /** Null if the ERP does not report it or it was not requested. */
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

/** Where reading resumes: a timestamp of the ERP's clock and, for rows that share it, the key of the last row read. */
export interface Cursor {
  at: Date
  after: string | null
}

export interface Page<T> {
  rows: readonly T[]
  /** Messages about rows that were skipped as invalid. */
  refused: readonly string[]
  /** Safe to save once the rows are stored. */
  cursor: Cursor
  isLast: boolean
}

/** `change` returns every row changed since; `creation` every row created since. */
export type FeedOrder = 'change' | 'creation'

/** One line of the ERP check, in terms an operator understands. */
export interface Finding {
  level: 'good' | 'warning' | 'problem'
  text: string
}

/**
 * The outcome of a call. `not-sent`: nothing was created, so try later. `rejected`: the ERP understood and declined.
 * `unknown`: it may have happened, so look before trying again.
 */
export type SendOutcome = 'not-sent' | 'rejected' | 'unknown'

export type ErpErrorFacts = Partial<Omit<ErpError, 'name' | 'message' | 'stack' | 'outcome'>>

export class ErpError extends Error {
  readonly outcome: SendOutcome
  /** The ERP's Retry-After, if it sent one. */
  readonly retryAfterSeconds: number | null
  /** The problem concerns this order alone, such as a locked record; others can proceed. */
  readonly onlyThisOrder: boolean
  /** Waiting does not help: a permission, password or service is missing. */
  readonly needsOperator: boolean
  /** The ERP is unavailable for every call: in maintenance, busy, or refusing the portal's credentials. */
  readonly isAway: boolean
  /** The call was not made because the circuit is open. */
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

/** The wholesaler's ERP as the portal needs it, independent of any product. */
export interface Erp {
  isConnected: boolean
  /** Creates the order with a single request, never retried; throws ErpError. */
  placeOrder(order: OutgoingOrder, signal?: AbortSignal): Promise<ErpOrderRef>
  /** Every order with this reference: none, one or several. */
  findOrders(reference: string, signal?: AbortSignal): Promise<ErpOrderRef[]>
  /** Deletes an unreleased duplicate. */
  discardOrder(order: ErpOrderRef, signal?: AbortSignal): Promise<void>
  /** Sets the portal's prices where they differ. */
  setPrices(objectId: string, lines: readonly OutgoingLine[], signal?: AbortSignal): Promise<void>
  /** Releases an order that is not released yet. */
  releaseOrder(objectId: string, signal?: AbortSignal): Promise<void>
  /** Sets the payment day (`YYYY-MM-DD`) on the order, unless it is already set. */
  notePaid(order: PaidOrder, signal?: AbortSignal): Promise<void>
  /**
   * Reads the order and, if `maySend`, asks for what is still to change. Answers by reading again; throws ErpError if the
   * outcome of a request is not known.
   */
  changeOrder(change: OrderToChange, maySend: boolean, signal?: AbortSignal): Promise<LineAnswer[]>
  /** Changed and new orders, oldest change first. */
  orders(from: Cursor | null, by: FeedOrder, signal?: AbortSignal): AsyncIterable<Page<ErpOrder>>
  ordersByNumber(numbers: readonly string[], signal?: AbortSignal): Promise<Pick<Page<ErpOrder>, 'rows' | 'refused'>>
  /** Outbound deliveries of sales orders. */
  deliveries(from: Cursor | null, by: FeedOrder, signal?: AbortSignal): AsyncIterable<Page<ErpDelivery>>
  invoices(from: Cursor | null, by: FeedOrder, signal?: AbortSignal): AsyncIterable<Page<ErpInvoice>>
  /** The current state of one invoice. */
  invoice(number: string, signal?: AbortSignal): Promise<ErpInvoice | null>
  /** The newest printed document; null if the ERP has not issued one. */
  invoicePdf(number: string, signal?: AbortSignal): Promise<Pdf | null>
  addresses(accountIds: readonly string[], signal?: AbortSignal): AsyncIterable<readonly ErpAddresses[]>
  /** All items unpaid now; null if the ERP does not offer the list. */
  openItems(signal?: AbortSignal): Promise<readonly OpenItem[] | null>
  /** The cheapest call that shows whether the ERP responds. */
  probe(signal?: AbortSignal): Promise<void>
  check(): Promise<Finding[]>
  close(): Promise<void>
}

/** Runs a query that changes nothing; if it fails, the job is postponed and the order stays as it is. */
export const callErp = async <T>(question: () => Promise<T>): Promise<T> => {
  try {
    return await question()
  } catch (error) {
    if (error instanceof ErpError && error.outcome === 'not-sent') throw postponed(error)
    if (error instanceof ErpError && error.outcome === 'unknown') throw new Postponed(60, error.message)
    throw error
  }
}

/** Nothing was sent: postpones the whole lane, so that orders arrive in the order they were placed. */
export const postponed = ({ message, retryAfterSeconds, onlyThisOrder, needsOperator }: ErpError): Postponed => {
  const usual = needsOperator || onlyThisOrder ? 60 : 10
  const seconds = Math.min(600, Math.max(1, retryAfterSeconds ?? usual))
  return new Postponed(seconds, message, { wholeLane: !onlyThisOrder })
}
