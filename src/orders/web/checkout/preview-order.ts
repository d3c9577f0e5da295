import type { BackorderChoice } from '#fulfillment/backorder-shapes.ts'
import type { PriceSource } from '#catalog/price-shapes.ts'
import type { CartAddress, CartDetails, CartItem } from '#cart/cart.ts'
import type { ShipTo } from '#colleagues/ship-to/contract.ts'
import type { ShippingMethod } from '#ordering-rules/delivery/delivery-shapes.ts'
import type { PaymentMethod } from '#ordering-rules/methods/method-shapes.ts'
import { limitBlock } from '#ordering-rules/limits/check-limits.ts'
import type { AddressProfile } from '#customers/customer-shapes.ts'
import { lineCents, toCents, toDollars } from '#shared/money.ts'
import { grouped } from '#shared/number-words.ts'
import { orderComment, type PricedLine, type ShippingAddress } from '../../order-shapes.ts'

export interface PreviewLine {
  item: CartItem
  /** The current price. */
  price: number
  listPrice: number
  coldStatus: string
  deaSchedule: string
  stateSchedule: string
  /** The price when the buyer added the line or last accepted it, if it differs. */
  was: number | null
  priceSource?: PriceSource | undefined
  /** Why this line cannot be ordered, or null; the server has the final say. */
  notice: string | null
}

/** The cart lines at the billed business's current prices. */
export const previewLines = (items: readonly CartItem[], priced: readonly PricedLine[]): PreviewLine[] => {
  const today = new Map(priced.map((line) => [line._id, line]))
  return items.map((item) => {
    const line = today.get(item._id)
    const price = line?.price ?? item.price
    const seen = item.seenPrice ?? item.price
    return {
      item,
      price,
      was: toCents(seen) === toCents(price) ? null : seen,
      listPrice: line?.listPrice ?? item.price,
      coldStatus: line?.coldStatus ?? item.coldStatus,
      deaSchedule: line?.deaSchedule ?? item.deaSchedule,
      stateSchedule: line?.stateSchedule ?? '',
      ...(line?.priceSource && { priceSource: line.priceSource }),
      notice: noticeOf(item, line),
    }
  })
}

const noticeOf = (item: CartItem, line: PricedLine | undefined): string | null => {
  const { quantity } = item
  if (!line) return 'Not available'
  if (line.isNonStocked || quantity <= line.countInStock) return limitBlock(item, quantity)
  return line.countInStock === 0 ? 'Sold out' : `Only ${grouped(line.countInStock)} in stock`
}

/** Shipping and tax are added on the invoice. */
export const previewTotals = (lines: readonly PreviewLine[]) => {
  const cents = lines.reduce((sum, { item, price }) => sum + lineCents({ price, quantity: item.quantity }), 0)
  return { itemsPrice: toDollars(cents), shippingPrice: 0, taxPrice: 0, totalPrice: toDollars(cents) }
}

export const addressLines = ({ name, address1, city, state, zip, country }: ShipTo): ShippingAddress => ({
  fullName: name,
  address: address1,
  city,
  region: state,
  postalCode: zip,
  country,
})

export const profileShipTo = (profile: AddressProfile): ShippingAddress => ({
  fullName: profile.shipto_name,
  address: profile.shipto_address1,
  city: profile.shipto_city,
  region: profile.shipto_state,
  postalCode: profile.shipto_zip,
  country: profile.shipto_country,
})

export const profileBillTo = (profile: AddressProfile): ShippingAddress => ({
  fullName: profile.billto_name,
  address: profile.billto_address1,
  city: profile.billto_city,
  region: profile.billto_state,
  postalCode: profile.billto_zip,
  country: profile.billto_country,
})

/** The address in the format of the cart. */
export const cartAddressOf = (shipTo: ShippingAddress, shippingMethod: string): CartAddress => ({
  ...shipTo,
  location: shipTo.location ?? { lat: 0, lng: 0 },
  shippingMethod,
})

interface Draft {
  lines: readonly PreviewLine[]
  shippingAddress: ShippingAddress | null
  /** An additional address of the business, if chosen. */
  shipToId: string | undefined
  shippingMethod: ShippingMethod
  paymentMethod: PaymentMethod
  details: Omit<CartDetails, 'shippingMethod'>
  costCenterId?: string | undefined
  backorders?: BackorderChoice | undefined
  /** The note to the approvers. */
  approvalReason?: string
  otp: string
}

/** The request body of an order; every price is the one that was shown. */
export const orderBody = ({
  lines,
  shippingAddress,
  shipToId,
  shippingMethod,
  paymentMethod,
  details: { purchaseOrder, note, attention, requestedDay },
  costCenterId,
  backorders,
  approvalReason,
  otp,
}: Draft) => {
  const orderItems = lines.map(({ item, price, coldStatus }) => ({ ...item, price, coldStatus }))
  return {
    orderItems,
    ...(shippingAddress && { shippingAddress }),
    ...(shipToId !== undefined && { shipToId }),
    paymentMethod,
    shippingMethod,
    comments: orderComment,
    purchaseOrder: purchaseOrder.trim(),
    ...(note.trim() && { note }),
    ...(attention.trim() && { attention }),
    ...(requestedDay && { requestedDay }),
    ...(costCenterId && { costCenterId }),
    ...(backorders && { backorders }),
    ...(approvalReason?.trim() && { approvalReason: approvalReason.trim() }),
    ...previewTotals(lines),
    otp,
  }
}
export type OrderDraft = ReturnType<typeof orderBody>
