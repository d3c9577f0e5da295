import * as z from 'zod/mini'
import { type OrderLimits, quantityBlock } from '#catalog/order-quantity.ts'
import type { WrittenDetails } from './detail-shapes.ts'
import { Allocated } from '#ordering-rules/limits/allocation-shapes.ts'
import { limitBlock } from '#ordering-rules/limits/check-limits.ts'
import { priceByQuantity, PriceSource, type PriceTier } from '#catalog/price-shapes.ts'
import { lineCents, toCents, toDollars } from '#shared/money.ts'
import { grouped } from '#shared/number-words.ts'

/** A cart line as the browser stores it; `slug` is the NDC number. */
export const CartItem = z.object({
  _id: z.string().check(z.minLength(1)),
  name: z.string(),
  slug: z.string(),
  /** The slug of the product page; several products can share an item number. */
  page: z.optional(z.string()),
  image: z._default(z.string(), ''),
  price: z.number().check(z.gte(0)),
  quantity: z.number().check(z.int()),
  countInStock: z.number(),
  isNonStocked: z._default(z.boolean(), false),
  /** Empty unless the product is refrigerated or frozen. */
  coldStatus: z._default(z.string(), ''),
  deaSchedule: z._default(z.string(), ''),
  isScheduleUnknown: z.optional(z.boolean()),
  /** The unit the price is for; missing on lines stored by an older version of the page. */
  unitOfMeasure: z.optional(z.string()),
  packQuantity: z.optional(z.nullable(z.number())),
  packUnit: z.optional(z.string()),
  orderMinimum: z._default(z.nullable(z.number()), null),
  orderMaximum: z._default(z.nullable(z.number()), null),
  orderMultiple: z._default(z.nullable(z.number()), null),
  /** The business's remaining allocation this month, from the last server response. */
  allocation: z.optional(Allocated),
  /** The price when the line was added, if it has changed since. */
  seenPrice: z.optional(z.number()),
  /** The contract the price comes from. */
  priceSource: z.optional(PriceSource),
  /** The buyer's note about the line. */
  note: z.optional(z.string()),
  /** The wholesaler does not sell it for now. */
  isOnHold: z.optional(z.boolean()),
  /** The product is no longer sold. */
  isGone: z.optional(z.boolean()),
})
export type CartItem = z.infer<typeof CartItem>

/** Saved lines: drops lines that cannot be parsed and removes duplicate products. */
export const SavedItems = z.pipe(
  z.array(z.unknown()),
  z.transform((lines: unknown[]) => {
    const read = lines.map((line) => z.safeParse(CartItem, line)).flatMap((line) => (line.success ? [line.data] : []))
    return [...new Map(read.map((item) => [item._id, item])).values()]
  }),
)

export const CartAddress = z.object({
  fullName: z.string(),
  location: z.object({ lat: z.number(), lng: z.number() }),
  address: z.string(),
  postalCode: z.string(),
  city: z.string(),
  region: z.string(),
  shippingMethod: z.string(),
  country: z.string(),
})
export type CartAddress = z.infer<typeof CartAddress>

/** What checkout asks for besides lines and address. */
export interface CartDetails extends WrittenDetails {
  shippingMethod: string
  purchaseOrder: string
}

export const emptyDetails: CartDetails = {
  shippingMethod: '',
  purchaseOrder: '',
  note: '',
  attention: '',
  requestedDay: null,
}

export const detailsOf = ({
  shippingMethod,
  purchaseOrder,
  note,
  attention,
  requestedDay,
}: CartDetails): CartDetails => ({
  shippingMethod,
  purchaseOrder,
  note,
  attention,
  requestedDay,
})

export interface Cart extends CartDetails {
  cartItems: CartItem[]
  shippingAddress: CartAddress
  paymentMethod: string
  itemsPrice: number
  shippingPrice: number
  taxPrice: number
  totalPrice: number
}

export const blankAddress: CartAddress = {
  fullName: '',
  location: { lat: 0, lng: 0 },
  address: '',
  postalCode: '',
  city: '',
  region: '',
  shippingMethod: '',
  country: '',
}

export const emptyCart: Cart = {
  cartItems: [],
  shippingAddress: blankAddress,
  paymentMethod: 'PayPal',
  ...emptyDetails,
  itemsPrice: 0,
  shippingPrice: 0,
  taxPrice: 0,
  totalPrice: 0,
}

/** Replaces the line of the same product except its note, or appends the item. */
export const addItem = (cart: Cart, item: CartItem): Cart =>
  withItems(
    cart,
    cart.cartItems.some(({ _id }) => _id === item._id)
      ? cart.cartItems.map((line) =>
          line._id === item._id ? { ...(line.note && { note: line.note }), ...item } : line,
        )
      : [...cart.cartItems, item],
  )

export const removeItem = (cart: Cart, id: string): Cart =>
  withItems(
    cart,
    cart.cartItems.filter(({ _id }) => _id !== id),
  )

/** The cart with new lines and recalculated totals. */
export const withItems = (cart: Cart, cartItems: CartItem[]): Cart => ({ ...cart, cartItems, ...totals(cartItems) })

/** Shipping and tax are added on the invoice. */
export const totals = (items: Pick<CartItem, 'price' | 'quantity'>[]) => {
  const itemsPrice = toDollars(items.reduce((cents, item) => cents + centsOf(item), 0))
  return { itemsPrice, shippingPrice: 0, taxPrice: 0, totalPrice: itemsPrice }
}

export const lineTotal = (item: Pick<CartItem, 'price' | 'quantity'>): number => toDollars(centsOf(item))

/** A quantity can be negative while the user types; such a line costs nothing. */
const centsOf = ({ price, quantity }: Pick<CartItem, 'price' | 'quantity'>): number =>
  lineCents({ price, quantity: Math.max(quantity, 0) })

/** The number on the cart badge: units, not lines. */
export const countOf = (items: Pick<CartItem, 'quantity'>[]): number =>
  items.reduce((count, { quantity }) => count + Math.max(quantity, 0), 0)

export const isCold = (item: Pick<CartItem, 'coldStatus'>): boolean => item.coldStatus !== ''

export const maxLinePieces = 9_999
export const maxLines = 500
/** The ERP's limit; it prints the number on the invoice. */
export const maxPurchaseOrderLength = 35

/** Why this line blocks checkout, or null. */
export const lineBlock = (
  item: Pick<
    CartItem,
    | 'quantity'
    | 'countInStock'
    | 'isNonStocked'
    | 'isGone'
    | 'allocation'
    | 'deaSchedule'
    | 'isScheduleUnknown'
    | 'isOnHold'
    | keyof OrderLimits
  >,
): string | null => {
  if (item.isGone) return 'No longer carried.'
  if (item.quantity < 1) return 'The quantity must be at least 1.'
  if (item.quantity > maxLinePieces) return 'A quantity can be at most 9,999.'
  if (item.isNonStocked || item.quantity <= item.countInStock) return limitBlock(item, item.quantity)
  return item.countInStock < 1 ? 'Out of stock.' : `Only ${grouped(item.countInStock)} left.`
}

/** Why the cart cannot be checked out, as a sentence to show next to the button, or null. */
export const checkoutBlock = (items: CartItem[]): string | null => {
  if (items.length === 0) return 'The cart is empty.'
  if (items.length > maxLines) return 'An order can have at most 500 lines.'
  const blocked = items.flatMap((item) => {
    const reason = lineBlock(item)
    return reason ? [`${item.name}: ${reason}`] : []
  })
  return blocked.length > 1 ? `${blocked.length} lines need your attention.` : (blocked[0] ?? null)
}

export const outOfStock = 'Sorry. Product is out of stock'
const cartIsFull = 'A cart can have at most 500 lines.'

/** The product fields a cart needs. `price` is this buyer's price, or null if they may not see prices. */
export interface Orderable extends Partial<OrderLimits> {
  _id: string
  name: string
  ndcNumber: string
  /** The slug of the product page. */
  slug?: string | undefined
  image: string
  price: number | null
  /** This buyer's prices for larger quantities. */
  priceTiers?: readonly PriceTier[] | undefined
  countInStock: number
  isNonStocked: boolean
  coldStatus: string
  deaSchedule?: string | undefined
  isScheduleUnknown?: boolean | undefined
  isOnHold?: boolean | undefined
  unitOfMeasure?: string | undefined
  packQuantity?: number | null | undefined
  packUnit?: string | undefined
}

/** The cart line after adding `quantity` more units of a product, or the reason it cannot be added. */
export const moreOf = (cart: Cart, product: Orderable, quantity: number): CartItem | string => {
  if (product.price === null) return 'Sign in to see your prices and to order.'
  if (!Number.isInteger(quantity) || quantity < 1) return 'The quantity must be at least 1.'
  const inCart = cart.cartItems.find(({ _id }) => _id === product._id)
  if (!inCart && cart.cartItems.length >= maxLines) return cartIsFull
  const total = quantity + (inCart?.quantity ?? 0)
  if (total > product.countInStock && !product.isNonStocked) return outOfStock
  if (total > maxLinePieces) return 'A quantity can be at most 9,999.'
  const { orderMinimum = null, orderMaximum = null, orderMultiple = null } = product
  const limits = { orderMinimum, orderMaximum, orderMultiple }
  const { deaSchedule, isScheduleUnknown, isOnHold } = product
  const block = quantityBlock({ ...limits, deaSchedule, isScheduleUnknown, isOnHold }, total)
  if (block) return `${product.name}: ${block}`
  return {
    ...limits,
    _id: product._id,
    name: product.name,
    slug: product.ndcNumber,
    ...(product.slug && { page: product.slug }),
    image: product.image,
    price: toDollars(toCents(priceByQuantity(product.price, product.priceTiers, total) ?? product.price)),
    quantity: total,
    countInStock: product.countInStock,
    isNonStocked: product.isNonStocked,
    coldStatus: product.coldStatus,
    deaSchedule: product.deaSchedule ?? '',
    ...(product.unitOfMeasure !== undefined && {
      unitOfMeasure: product.unitOfMeasure,
      packQuantity: product.packQuantity,
      packUnit: product.packUnit,
    }),
  }
}

/** The first checkout step for the signed-in user; a visitor starts like a customer. */
export const checkoutPath = (user: { isAdmin: boolean; isSalesRep: boolean } | null): '/placeorder' | '/shipping' =>
  user?.isAdmin || user?.isSalesRep ? '/placeorder' : '/shipping'
