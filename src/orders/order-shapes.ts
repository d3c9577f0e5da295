import * as z from 'zod/mini'
import { Charged } from './charge-shapes.ts'
import { BackorderChoice } from '#fulfillment/backorder-shapes.ts'
import { LineOutcome } from '#fulfillment/outcome-shapes.ts'
import { PriceSource } from '#catalog/price-shapes.ts'
import { fileFormat, type Filter, idOrFilter, listQuery, listShape } from '#shared/filters.ts'
import { paymentMethods } from '#ordering-rules/methods/method-shapes.ts'
import { Message, Moment } from '#shared/wire.ts'

/** The fixed comment on every order. */
export const orderComment = 'Order placed through the customer portal'

export const otpMessage = 'You should enter a valid OTP, before you can continue!'
export const codeExpiredMessage =
  'This code is no longer valid: too many tries, or its ten minutes are over. Send a new one.'
export const keyExpiredMessage = 'This order was abandoned, here or in another window. Check your cart and order again.'
export const onHoldMessage = 'This order is on hold. Its page says what it waits for.'
export const canceledMessage = 'This order is canceled.'
export const noCustomerMessage = 'Customer needs to be selected !'

/** Map coordinates. */
export const Location = z.object({
  lat: z.number().check(z.gte(-90), z.lte(90)),
  lng: z.number().check(z.gte(-180), z.lte(180)),
})
export type Location = z.infer<typeof Location>

export const ShippingAddress = z.object({
  fullName: z.string(),
  address: z.string(),
  city: z.string(),
  postalCode: z.string(),
  country: z.string(),
  region: z.string(),
  location: z.optional(Location),
})
export type ShippingAddress = z.infer<typeof ShippingAddress>

export const OrderLine = z.object({
  _id: z.string(),
  name: z.string(),
  /** The NDC or item number. */
  slug: z.string(),
  /** The slug of the product page; omitted if the product was deleted. */
  page: z.optional(z.string()),
  image: z.string(),
  quantity: z.number(),
  /** The number of canceled units; omitted if none. */
  canceledQuantity: z.optional(z.number()),
  /** Omitted if the ERP reports nothing about parcels of the line. */
  outcome: z.optional(LineOutcome),
  /** Products that ship instead; omitted if none. */
  substitutes: z.optional(
    z.array(
      z.object({
        name: z.string(),
        slug: z.string(),
        quantity: z.number(),
        shipped: z.number(),
        /** The buyer's, if the substitute needs it. */
        answer: z.optional(z.enum(['waiting', 'yes', 'no'])),
      }),
    ),
  ),
  price: z.number(),
  isNonStocked: z.boolean(),
  shipMethod: z.string(),
  /** Storage at placement: `Refrigerated`, `Frozen` or empty. If it was not recorded, the product's current one. */
  coldStatus: z.string(),
  /** `CII` to `CV` at placement or, if it was not recorded, now; empty if not controlled. */
  deaSchedule: z.string(),
  /** `Schedule V in KY`, if the ship-to State was stricter at placement; omitted if it was not. */
  stateSchedule: z.optional(z.string()),
  /** The contract the price came from at placement; omitted for the list price. */
  priceSource: z.optional(PriceSource),
  /** The buyer's note about the line; omitted if none. */
  note: z.optional(z.string()),
})
export type OrderLine = z.infer<typeof OrderLine>

/** When, by whom and why the order was canceled, if known. */
const Cancellation = z.object({ at: z.nullable(Moment), by: z.string(), reason: z.string() })
/** Shown as the person for cancellations in the ERP, which does not name one. */
export const externalSystem = 'External system'

/** A change of the order after its placement, with the values as texts. */
export const Change = z.object({
  at: Moment,
  /** The position of the line, from 1; null if it concerns none or was not known. */
  line: z.nullable(z.number()),
  /** Empty if it concerns the whole order. */
  name: z.string(),
  field: z.enum(['quantity', 'price', 'substitute', 'added', 'address', 'backorder']),
  before: z.string(),
  /** A quantity of 0 is a canceled line. */
  after: z.string(),
})

export type Change = z.infer<typeof Change>

/** A shipped delivery of the ERP with the lines of the order that are in it. */
const Parcel = z.object({
  /** The delivery number. */
  number: z.string(),
  at: z.nullable(Moment),
  shippingMethod: z.string(),
  trackingCode: z.string(),
  /** The lot is omitted if the ERP does not name it. */
  lines: z.array(z.object({ name: z.string(), quantity: z.number(), lot: z.optional(z.string()) })),
})

export const Order = z.object({
  _id: z.string(),
  orderItems: z.array(OrderLine),
  /** Omitted if none is known. */
  parcels: z.optional(z.array(Parcel)),
  /** What the wholesaler changed, oldest first; omitted if nothing. */
  changes: z.optional(z.array(Change)),
  shippingAddress: ShippingAddress,
  paymentMethod: z.string(),
  shippingMethod: z.string(),
  purchaseOrder: z.string(),
  /** The cost center the order is charged to, if any. */
  costCenter: z.optional(Charged),
  comments: z.string(),
  /** The buyer's note to the wholesaler; omitted if none, like the two below. */
  note: z.optional(z.string()),
  /** Whom the parcel is for at the ship-to address. */
  attention: z.optional(z.string()),
  /** The calendar day that delivery was requested for. */
  requestedDay: z.optional(z.string()),
  /** For pieces that cannot ship at first; omitted if the business is not asked. */
  backorders: z.optional(BackorderChoice),
  /** The order did not name a choice, so the business's default applies; omitted if it did. */
  isBackordersDefault: z.optional(z.boolean()),
  itemsPrice: z.number(),
  shippingPrice: z.number(),
  taxPrice: z.number(),
  totalPrice: z.number(),
  isPaid: z.boolean(),
  paidAt: z.nullable(Moment),
  isDelivered: z.boolean(),
  deliveredAt: z.nullable(Moment),
  orderIdSap: z.nullable(z.string()),
  orderStatusSap: z.nullable(z.string()),
  trackingCode: z.string(),
  orderFromSAP: z.boolean(),
  isCancelled: z.boolean(),
  /** Omitted unless the order is canceled; takes precedence over the status. */
  canceled: z.optional(Cancellation),
  /** The number of canceled lines if only part of the order was canceled; the prices exclude them. Omitted if none. */
  canceledLines: z.optional(z.number()),
  billToPartyID: z.string(),
  createdAt: Moment,
  user: z.object({ _id: z.string(), name: z.string(), lastName: z.string(), companyName: z.string() }),
  /** Set when a sales rep or an admin placed the order for the customer. */
  placedBy: z.nullable(z.object({ name: z.string(), lastName: z.string(), role: z.string() })),
  /** The approver at the business; omitted if no approval was needed. */
  approvedBy: z.optional(z.object({ name: z.string(), lastName: z.string() })),
  /** The order of the lines that went on; omitted unless this one has the lines that were on hold. */
  splitFrom: z.optional(z.string()),
  /** The order of the lines that were on hold, if any. */
  splitOff: z.optional(z.string()),
  /** Progress of the ERP export; `held` waits until the reasons of its holds are gone. */
  handOver: z.enum(['held', 'waiting', 'sending', 'unknown', 'linked', 'rejected', 'conflict']),
  /** Why the order is on hold. */
  holdReason: z.nullable(z.string()),
  /** Why the export needs attention; for admins only. */
  handOverProblem: z.nullable(z.string()),
})
export type Order = z.infer<typeof Order>
/** The order before serialization: its dates are not strings yet. */
export type UnwrittenOrder = z.input<typeof Order>

/** Details of a refused placement for the dialog. */
export const Unavailable = z.object({
  soldOut: z.array(z.object({ _id: z.string(), name: z.string() })),
  lowStock: z.array(z.object({ _id: z.string(), name: z.string(), requested: z.number(), countInStock: z.number() })),
})
export type Unavailable = z.infer<typeof Unavailable>

/** Lines over a limit and the quantity that is allowed; 0 if none. */
export const OverLimit = z.array(z.object({ _id: z.string(), name: z.string(), reason: z.string(), fits: z.number() }))
export type OverLimit = z.infer<typeof OverLimit>

/** Lines that cannot be supplied to this customer, with the reason. */
export const NotSupplied = z.array(z.object({ _id: z.string(), name: z.string(), reason: z.string() }))
export type NotSupplied = z.infer<typeof NotSupplied>

/** Lines whose price differs from the one the buyer saw. */
export const Repriced = z.array(z.object({ _id: z.string(), name: z.string(), price: z.number() }))
export type Repriced = z.infer<typeof Repriced>

export const PricedLine = z.object({
  _id: z.string(),
  name: z.string(),
  price: z.number(),
  listPrice: z.number(),
  countInStock: z.number(),
  isNonStocked: z.boolean(),
  coldStatus: z.string(),
  deaSchedule: z.string(),
  /** `Schedule V in KY`; omitted if the ship-to State has none that is stricter. */
  stateSchedule: z.optional(z.string()),
  /** The contract the price comes from; omitted for the list price. */
  priceSource: z.optional(PriceSource),
})
export type PricedLine = z.infer<typeof PricedLine>

export const Placed = z.extend(Message, {
  order: Order,
  /** The order of the lines that are on hold, if the other lines go on without them. */
  onHold: z.optional(Order),
  /** A sentence for each exceeded budget that only warns; omitted if none. */
  overBudget: z.optional(z.array(z.string())),
})

/** The approval request of an order that needs approval first. */
const Approval = z.object({
  _id: z.string(),
  /** A sentence for each rule that requires approval. */
  reasons: z.array(z.string()),
  approvers: z.array(z.object({ _id: z.string(), name: z.string(), lastName: z.string() })),
  expiresAt: Moment,
})
export type Approval = z.infer<typeof Approval>
/** Before serialization. */
export type UnwrittenApproval = z.input<typeof Approval>

export const AwaitsApproval = z.extend(Message, { approval: Approval })

/** A row of the order lists. */
export const OrderRow = z.object({
  ...z.omit(Order, {
    orderItems: true,
    parcels: true,
    changes: true,
    shippingAddress: true,
    user: true,
    placedBy: true,
    approvedBy: true,
    splitFrom: true,
    splitOff: true,
    comments: true,
    backorders: true,
    isBackordersDefault: true,
  }).shape,
  customer: z.object({ _id: z.string(), name: z.string(), companyName: z.string() }),
  itemCount: z.number(),
})
export type OrderRow = z.infer<typeof OrderRow>

/** An earlier order with the same purchase order number. */
export const OrderWithNumber = z.pick(Order, { _id: true, orderIdSap: true, createdAt: true })
export type OrderWithNumber = z.infer<typeof OrderWithNumber>

/** Filters and sorts of the order lists. */
export const orderList = listShape({
  filters: [
    'orderStatusSap',
    'orderIdSap',
    'billToPartyID',
    'totalPrice',
    'trackingCode',
    'purchaseOrder',
    'costCenter',
    'createdAt',
    'stage',
    'shipState',
    'business',
    'any',
    'person',
    'product',
    'payment',
  ],
  sorts: ['createdAt', 'orderIdSap', 'totalPrice', 'purchaseOrder', 'billToPartyID', 'orderStatusSap'],
  sort: '-createdAt',
})
/** Groups on the dashboards: not completed, on hold for a license, not accepted by the ERP, not canceled. */
export const orderStages = ['open', 'held', 'failed', 'notCanceled'] as const
/** A value of the status filter in addition to the ERP codes. */
export const canceledStatus = 'canceled'
/** Whether an order was paid online, or its payment method. */
export const orderPayments = ['paid', 'unpaid', ...paymentMethods] as const
export type OrderFilter = Filter<(typeof orderList.filters)[number]>

export const orderQuery = listQuery(orderList)
/** A row for each order or, with the same columns first, for each of their lines. */
export const orderFile = z.extend(z.omit(orderQuery, { page: true, pageSize: true }), {
  format: fileFormat,
  rows: z._default(z.enum(['orders', 'lines'], 'The rows are orders or lines.'), 'orders'),
})
export const ListParams = z.object({ id: idOrFilter(orderList.filters) })

export const ReorderLine = z.object({
  _id: z.string(),
  name: z.string(),
  ndcNumber: z.string(),
  image: z.string(),
  quantity: z.number(),
  /** The price in the order; the current one is null if the product is no longer sold. */
  paidPrice: z.number(),
  price: z.nullable(z.number()),
  countInStock: z.number(),
  isNonStocked: z.boolean(),
  coldStatus: z.string(),
  deaSchedule: z.string(),
  /** Not sold until it is known whether the product is controlled. */
  isScheduleUnknown: z.optional(z.boolean()),
  verdict: z.enum(['available', 'short', 'soldOut', 'notSold']),
})
export type ReorderLine = z.infer<typeof ReorderLine>

/** A known event of an order; `at` is null if its time was not recorded. */
export const TimelineStep = z.object({
  what: z.enum([
    'placed',
    'handedOver',
    'numbered',
    'released',
    'shipped',
    'invoiced',
    'paid',
    'delivered',
    'linesCanceled',
    'canceled',
    'reinstated',
  ]),
  at: z.nullable(Moment),
  /** By whom, or the number. */
  detail: z.string(),
  trackingCode: z.string(),
  invoiceID: z.string(),
  /** The invoice total; null if the invoice is canceled or the event is not an invoice. */
  amount: z.nullable(z.number()),
  currency: z.string(),
  /** What the ERP reports about paying the invoice; null if it is canceled or a credit note. */
  payment: z.nullable(z.enum(['paid', 'onItsWay', 'open', 'overdue', 'unknown'])),
  dueDate: z.nullable(z.string()),
})
export type TimelineStep = z.infer<typeof TimelineStep>
