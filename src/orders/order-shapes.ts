import * as z from 'zod/mini'
import { Charged, ChosenCostCenter } from '#budgets/cost-center-shapes.ts'
import { maxPurchaseOrderLength } from '#cart/cart.ts'
import { PriceSource } from '#catalog/price-shapes.ts'
import { shippingMethods } from '#ordering-rules/delivery/delivery-shapes.ts'
import { paymentMethods } from '#ordering-rules/methods/method-shapes.ts'
import { type Filter, idOrFilter, listQuery, listShape } from '#shared/filters.ts'
import { Id, lines, Message, Moment, text, withoutBlanks } from '#shared/wire.ts'

/** The fixed comment that goes with every order. */
export const orderComment = 'Order placed through the customer portal'

export const otpMessage = 'You should enter a valid OTP, before you can continue!'
export const codeExpiredMessage =
  'This code is no longer valid: too many tries, or its ten minutes are over. Send a new one.'
export const keyExpiredMessage = 'This order was abandoned, here or in another window. Check your cart and order again.'
export const onHoldMessage = 'This order is on hold until the license is renewed or an admin releases it.'
export const canceledMessage = 'This order is canceled.'
export const noCustomerMessage = 'Customer needs to be selected !'

/** A place on a map. */
const Location = z.object({
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

const Quantity = z
  .number('Every quantity must be a whole number.')
  .check(
    z.int('Every quantity must be a whole number.'),
    z.gte(1, 'Every quantity must be at least 1.'),
    z.lte(9_999, 'A quantity can be at most 9,999.'),
  )

/** A line as the browser sends it: only the product and the quantity are believed; the price is what the buyer saw. */
const NewOrderLine = z.object({
  _id: Id,
  quantity: Quantity,
  price: z.optional(z.number().check(z.gte(0), z.lte(10_000_000))),
})

/** Goods go to an address of the business, whatever the body says; of the one sent, only the place on the map is stored. */
const SentAddress = z.catch(z.object({ location: z.optional(z.catch(z.optional(Location), undefined)) }), {})

const Amount = z.optional(z.number().check(z.gte(0), z.lte(1_000_000_000)))

/** The body of `POST api/orders`. Prices are compared, never taken over; the ship-to is one that the business has. */
export const NewOrder = z.object({
  orderItems: z
    .array(NewOrderLine, 'The cart is empty.')
    .check(z.minLength(1, 'The cart is empty.'), z.maxLength(500, 'An order can have at most 500 lines.')),
  shippingAddress: z.optional(SentAddress),
  /** A further ship-to address of the business; its own where it is left out. */
  shipToId: z.optional(Id),
  paymentMethod: z._default(z.enum(paymentMethods, 'Choose a payment method from the list.'), 'By Invoice'),
  shippingMethod: z.enum(shippingMethods, 'Choose a shipping method.'),
  comments: z._default(lines(1_000, 'The comment'), ''),
  purchaseOrder: z._default(text(maxPurchaseOrderLength, 'The purchase order number'), ''),
  costCenterId: ChosenCostCenter,
  /** Said to those who approve it, where somebody has to. */
  approvalReason: z.optional(lines(500, 'The reason')),
  itemsPrice: Amount,
  shippingPrice: Amount,
  taxPrice: Amount,
  totalPrice: Amount,
  otp: z.pipe(
    z.union([z.string(), z.number()], otpMessage),
    z.pipe(z.transform(String), z.string().check(withoutBlanks, z.regex(/^\d{6}$/, otpMessage))),
  ),
})
export type NewOrder = z.infer<typeof NewOrder>

const ForCustomer = z.extend(NewOrder, {
  forUser: z.string(noCustomerMessage).check(z.minLength(1, noCustomerMessage)),
})
type ForCustomerSent = z.input<typeof ForCustomer>
type OrderSent = z.input<typeof NewOrder>

/** On behalf: `{ ...order, forUser }` or `{ order, forUser }`. */
export const NewOrderForCustomer = z.pipe(
  z.transform((body: ForCustomerSent | { order: OrderSent; forUser: string }): unknown =>
    typeof body === 'object' && body !== null && 'order' in body ? { ...body.order, forUser: body.forUser } : body,
  ),
  ForCustomer,
)

export const OrderLine = z.object({
  _id: z.string(),
  name: z.string(),
  /** The NDC or item number. */
  slug: z.string(),
  /** Where the page of the product is; left out of one that is gone. */
  page: z.optional(z.string()),
  image: z.string(),
  quantity: z.number(),
  /** How many of them were canceled; left out where none. */
  canceledQuantity: z.optional(z.number()),
  price: z.number(),
  isNonStocked: z.boolean(),
  shipMethod: z.string(),
  /** How its product is stored today: `Refrigerated`, `Frozen`, or nothing. */
  coldStatus: z.string(),
  /** Of which contract the price was when the order was placed; left out for the list price. */
  priceSource: z.optional(PriceSource),
})
export type OrderLine = z.infer<typeof OrderLine>

/** When an order was canceled and by whom, and why as far as anybody said. */
const Cancellation = z.object({ at: z.nullable(Moment), by: z.string(), reason: z.string() })
/** Who canceled an order that was canceled in the ERP: which person it was is not told. */
export const externalSystem = 'External system'

export const Order = z.object({
  _id: z.string(),
  orderItems: z.array(OrderLine),
  shippingAddress: ShippingAddress,
  paymentMethod: z.string(),
  shippingMethod: z.string(),
  purchaseOrder: z.string(),
  /** To what the business charges it; left out where it does not say. */
  costCenter: z.optional(Charged),
  comments: z.string(),
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
  /** Left out of an order that goes on. Whatever its status is: this wins. */
  canceled: z.optional(Cancellation),
  /** How many lines of it were canceled, where not all of it was; the prices are those of the rest. Left out where none. */
  canceledLines: z.optional(z.number()),
  billToPartyID: z.string(),
  createdAt: Moment,
  user: z.object({ _id: z.string(), name: z.string(), lastName: z.string(), companyName: z.string() }),
  /** Set when a sales rep or an admin placed the order for the customer. */
  placedBy: z.nullable(z.object({ name: z.string(), lastName: z.string(), role: z.string() })),
  /** Who of the business approved it; left out where nobody had to. */
  approvedBy: z.optional(z.object({ name: z.string(), lastName: z.string() })),
  /** How far the order is on its way into the ERP; `held` waits for the customer's license. */
  handOver: z.enum(['held', 'waiting', 'sending', 'unknown', 'linked', 'rejected', 'conflict']),
  /** Why a held order is held. */
  holdReason: z.nullable(z.string()),
  /** Why the order export waits for a person; for admins only. */
  handOverProblem: z.nullable(z.string()),
})
export type Order = z.infer<typeof Order>
/** The same before it is written: its moments are no texts yet. */
export type UnwrittenOrder = z.input<typeof Order>

/** What a refused placement tells the popup. */
export const Unavailable = z.object({
  soldOut: z.array(z.object({ _id: z.string(), name: z.string() })),
  lowStock: z.array(z.object({ _id: z.string(), name: z.string(), requested: z.number(), countInStock: z.number() })),
})
export type Unavailable = z.infer<typeof Unavailable>

/** The lines that are over a limit, and the quantity that would not be; none is 0. */
export const OverLimit = z.array(z.object({ _id: z.string(), name: z.string(), reason: z.string(), fits: z.number() }))
export type OverLimit = z.infer<typeof OverLimit>

/** The lines whose price is no longer what the buyer saw. */
export const Repriced = z.array(z.object({ _id: z.string(), name: z.string(), price: z.number() }))
export type Repriced = z.infer<typeof Repriced>

export const PriceRequest = z.object({
  forUser: z.optional(Id),
  orderItems: z.array(NewOrderLine).check(z.minLength(1), z.maxLength(500)),
})

export const PricedLine = z.object({
  _id: z.string(),
  name: z.string(),
  price: z.number(),
  listPrice: z.number(),
  countInStock: z.number(),
  isNonStocked: z.boolean(),
  coldStatus: z.string(),
  /** Of which contract the price is; left out for the list price. */
  priceSource: z.optional(PriceSource),
})
export type PricedLine = z.infer<typeof PricedLine>

export const Placed = z.extend(Message, {
  order: Order,
  /** The budgets that it is over all the same, in sentences; left out where there are none. */
  overBudget: z.optional(z.array(z.string())),
})

/** What becomes of an order that somebody of the business has to approve first. */
const Approval = z.object({
  _id: z.string(),
  /** Which of its rules ask for it, in sentences. */
  reasons: z.array(z.string()),
  approvers: z.array(z.object({ _id: z.string(), name: z.string(), lastName: z.string() })),
  expiresAt: Moment,
})
export type Approval = z.infer<typeof Approval>
/** Before it is written. */
export type UnwrittenApproval = z.input<typeof Approval>

export const AwaitsApproval = z.extend(Message, { approval: Approval })

/** A line of the order lists. */
export const OrderRow = z.object({
  ...z.omit(Order, {
    orderItems: true,
    shippingAddress: true,
    user: true,
    placedBy: true,
    approvedBy: true,
    comments: true,
  }).shape,
  customer: z.object({ _id: z.string(), name: z.string(), companyName: z.string() }),
  itemCount: z.number(),
})
export type OrderRow = z.infer<typeof OrderRow>

/** What order lists are filtered and sorted by. */
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
/**
 * What a number of the dashboards counts: not completed, held for a license, or not taken by the ERP; and of all orders those
 * that were not canceled.
 */
export const orderStages = ['open', 'held', 'failed', 'notCanceled'] as const
/** What the status filter takes beside the codes of the ERP. */
export const canceledStatus = 'canceled'
/** Whether an order is paid here, or how it is to be paid. */
export const orderPayments = ['paid', 'unpaid', ...paymentMethods] as const
export type OrderFilter = Filter<(typeof orderList.filters)[number]>

export const orderQuery = listQuery(orderList)
export const orderFile = z.omit(orderQuery, { page: true, pageSize: true })
export const ListParams = z.object({ id: idOrFilter(orderList.filters) })

export const ReorderLine = z.object({
  _id: z.string(),
  name: z.string(),
  ndcNumber: z.string(),
  image: z.string(),
  quantity: z.number(),
  /** Then, in the order; today's is null where the product is no longer sold. */
  paidPrice: z.number(),
  price: z.nullable(z.number()),
  countInStock: z.number(),
  isNonStocked: z.boolean(),
  coldStatus: z.string(),
  verdict: z.enum(['available', 'short', 'soldOut', 'notSold']),
})
export type ReorderLine = z.infer<typeof ReorderLine>

/** One thing that is known to have happened to an order; without a moment where nobody wrote it down. */
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
  /** By whom, or under which number. */
  detail: z.string(),
  trackingCode: z.string(),
  invoiceID: z.string(),
  /** What the invoice comes to; null where it is canceled, or no invoice. */
  amount: z.nullable(z.number()),
  currency: z.string(),
})
export type TimelineStep = z.infer<typeof TimelineStep>
