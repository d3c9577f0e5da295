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

/** An order as the ERP knows it, as far as hand-over needs it. */
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

/** One line of the ERP check, in words an operator understands. */
export interface Finding {
  level: 'good' | 'warning' | 'problem'
  text: string
}

/**
 * How a call to the ERP ended. `not-sent`: nothing was created, try later. `rejected`: the ERP understood and
 * declined. `unknown`: it may or may not have happened; look before trying again.
 */
export type Outcome = 'not-sent' | 'rejected' | 'unknown'

export interface ErpErrorFacts {
  retryAfterSeconds?: number | null
  onlyThisOrder?: boolean
  needsOperator?: boolean
  cause?: unknown
}

export class ErpError extends Error {
  readonly outcome: Outcome
  /** When the ERP said how long to wait. */
  readonly retryAfterSeconds: number | null
  /** The trouble lies with this order alone, as with a locked record: others may go on. */
  readonly onlyThisOrder: boolean
  /** Waiting does not help: a right, a password or a service is missing. */
  readonly needsOperator: boolean

  constructor(outcome: Outcome, message: string, facts: ErpErrorFacts = {}) {
    super(message, { cause: facts.cause })
    this.outcome = outcome
    this.retryAfterSeconds = facts.retryAfterSeconds ?? null
    this.onlyThisOrder = facts.onlyThisOrder ?? false
    this.needsOperator = facts.needsOperator ?? false
  }
}

/** The wholesaler's ERP as the portal needs it; no word of a product in it. */
export interface Erp {
  isConnected: boolean
  /** Creates the order once, without ever repeating the request; throws ErpError. */
  placeOrder(order: OutgoingOrder, signal?: AbortSignal): Promise<ErpOrderRef>
  /** Every order that carries this reference: none, one, or more. */
  findOrders(reference: string, signal?: AbortSignal): Promise<ErpOrderRef[]>
  /** Deletes an unreleased twin. */
  discardOrder(order: ErpOrderRef, signal?: AbortSignal): Promise<void>
  check(): Promise<Finding[]>
  close(): Promise<void>
}
