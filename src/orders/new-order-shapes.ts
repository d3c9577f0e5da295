import * as z from 'zod/mini'
import { LineNote, OrderDetails } from '#cart/detail-shapes.ts'
import { BackorderChoice } from '#fulfillment/backorder-shapes.ts'
import { maxPurchaseOrderLength } from '#cart/cart.ts'
import { shippingMethods } from '#ordering-rules/delivery/delivery-shapes.ts'
import { paymentMethods } from '#ordering-rules/methods/method-shapes.ts'
import { Id, lines, text, withoutBlanks } from '#shared/wire.ts'
import { ChosenCostCenter } from './charge-shapes.ts'
import { Location, noCustomerMessage, otpMessage } from './order-shapes.ts'

const Quantity = z
  .number('Every quantity must be a whole number.')
  .check(
    z.int('Every quantity must be a whole number.'),
    z.gte(1, 'Every quantity must be at least 1.'),
    z.lte(9_999, 'A quantity can be at most 9,999.'),
  )

/** A line as sent by the browser; the price is the one the buyer saw and is only compared. */
const NewOrderLine = z.object({
  _id: Id,
  quantity: Quantity,
  price: z.optional(z.number().check(z.gte(0), z.lte(10_000_000))),
  note: z.optional(LineNote),
})

/** The ship-to address comes from the business's records; only the coordinates of the sent address are stored. */
const SentAddress = z.catch(z.object({ location: z.optional(z.catch(z.optional(Location), undefined)) }), {})

const Amount = z.optional(z.number().check(z.gte(0), z.lte(1_000_000_000)))

/** The body of `POST api/orders`. Prices are only compared; the ship-to must be one of the business's addresses. */
export const NewOrder = z.object({
  orderItems: z
    .array(NewOrderLine, 'The cart is empty.')
    .check(z.minLength(1, 'The cart is empty.'), z.maxLength(500, 'An order can have at most 500 lines.')),
  shippingAddress: z.optional(SentAddress),
  /** An additional ship-to address; the business's own if omitted. */
  shipToId: z.optional(Id),
  paymentMethod: z._default(z.enum(paymentMethods, 'Choose a payment method from the list.'), 'By Invoice'),
  shippingMethod: z.enum(shippingMethods, 'Choose a shipping method.'),
  comments: z._default(lines(1_000, 'The comment'), ''),
  purchaseOrder: z._default(text(maxPurchaseOrderLength, 'The purchase order number'), ''),
  ...OrderDetails.shape,
  costCenterId: ChosenCostCenter,
  /** For pieces that cannot ship at first; the business's default if omitted. */
  backorders: z.optional(BackorderChoice),
  /** The buyer's note to the approvers, if approval is needed. */
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

/** Orders for a customer: `{ ...order, forUser }` or `{ order, forUser }`. */
export const NewOrderForCustomer = z.pipe(
  z.transform((body: ForCustomerSent | { order: OrderSent; forUser: string }): unknown =>
    typeof body === 'object' && body !== null && 'order' in body ? { ...body.order, forUser: body.forUser } : body,
  ),
  ForCustomer,
)

export const PriceRequest = z.object({
  forUser: z.optional(Id),
  /** The business’s own address if omitted. */
  shipToId: z.optional(Id),
  orderItems: z.array(NewOrderLine).check(z.minLength(1), z.maxLength(500)),
})
