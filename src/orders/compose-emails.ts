import { type BackorderChoice, backorderChoiceWords } from '#fulfillment/backorder-shapes.ts'
import { nameWithMarks, stateScheduleWords } from '#catalog/line-words.ts'
import type { WrittenDetails } from '#cart/detail-shapes.ts'
import { type Charged, costCenterWords } from './charge-shapes.ts'
import { composeEmail, facts, link } from '#mail/compose-email.ts'
import type { Row } from '#platform/db/tables.ts'
import { ndcKey } from '#catalog/normalize-ndc.ts'
import { arrivesWords } from '#ordering-rules/delivery/arrival-words.ts'
import type { Arrivals } from '#ordering-rules/delivery/contract.ts'
import type { ShippingMethod } from '#ordering-rules/delivery/delivery-shapes.ts'
import { dayWords } from '#shared/day-words.ts'
import { asDollars, lineCents, toDollars } from '#shared/money.ts'
import { licenseExpired } from '#compliance/check-supply.ts'
import { underReview } from '#compliance/monitoring/review-shapes.ts'
import { grouped } from '#shared/number-words.ts'

type OrderedProduct = Pick<
  Row<'product'>,
  'name' | 'slug' | 'ndc_number' | 'cold_status' | 'dea_schedule' | 'is_non_stocked'
> & { state_schedule?: string | null }

type Address = Pick<Row<'ship_to'>, 'name' | 'address1' | 'city' | 'state' | 'zip'>

interface Placed {
  orderId: string
  customer: Row<'account'>
  actor: { _id: string; name: string; lastName: string; isAdmin: boolean }
  /** The approver at the business, if any. */
  approver?: { name: string; lastName: string } | undefined
  lines: readonly { product: OrderedProduct | null; quantity: number; price: number; note: string }[]
  total: number
  purchaseOrder: string
  details: WrittenDetails
  costCenter: Charged | null
  /** Null for the business's own ship-to address. */
  shipTo: Address | null
  shippingMethod: ShippingMethod
  backorders: BackorderChoice | null
  /** The order did not say it, so the business's default applies. */
  isBackorderDefault: boolean
  arrivals: Arrivals
  /** Why the order is on hold; empty if it is not. */
  holdReason: string
  publicUrl: string
}

const maxLinesShown = 30

/** Confirms the order to the customer and names the user who placed it, if that was someone else. */
export const orderPlacedEmail = (placed: Placed) => {
  const { orderId, customer, actor, approver, lines, total, purchaseOrder, details, costCenter } = placed
  const { shippingMethod, holdReason } = placed
  const { email, name } = customer
  const shown = lines.slice(0, maxLinesShown)
  const arrival = holdReason ? '' : arrivalOf(placed)
  return composeEmail(
    { email, name },
    `We received your order${purchaseOrder && ` (PO ${purchaseOrder})`}${holdReason ? ': it is on hold' : ''}`,
    [
      receivedSentence(actor, customer, approver),
      facts(
        [
          ...shown.map(
            ({ product, quantity, price, note }) =>
              [
                product ? nameOf(product) : '',
                asDollars(toDollars(lineCents({ price, quantity }))),
                `${numberWords(product)}${grouped(quantity)} × ${asDollars(price)}${note && `. Note: ${note}`}`,
              ] as const,
          ),
          lines.length > shown.length && ['…', `and ${lines.length - shown.length} more`],
        ],
        [['Total', asDollars(total)]],
      ),
      facts([
        details.attention && ['Attention', details.attention],
        ['Ship to', placeOf(placed.shipTo ?? ownAddress(customer))],
        ['Shipping method', shippingMethod],
        placed.backorders && [
          'If items are backordered',
          backorderChoiceWords(placed.backorders, placed.isBackorderDefault),
        ],
        details.requestedDay
          ? ['Requested delivery', dayWords(details.requestedDay)]
          : arrival && ['Delivery', arrival],
        costCenter && ['Cost center', costCenterWords(costCenter)],
        details.note && ['Your note', details.note],
      ]),
      holdReason ? heldSentence(holdReason) : 'We’ll email your order number once it’s assigned.',
      link(placed.publicUrl, 'View order', `/order/${orderId}`),
    ],
  )
}

const nameOf = ({ name, cold_status: coldStatus, dea_schedule: deaSchedule, state_schedule }: OrderedProduct): string =>
  nameWithMarks(name, { coldStatus, deaSchedule, stateSchedule: stateScheduleWords(state_schedule ?? '') })

const heldSentence = (reason: string): string => {
  if (reason === underReview) return 'We are reviewing this order. It will not ship before the review is finished.'
  return reason === licenseExpired
    ? 'The license we have on record has expired, so this order is on hold and will not ship until the license is renewed. Please send us the renewed license.'
    : `${reason} This order is on hold and will not ship until this is resolved. Please send us what is missing.`
}

const placeOf = ({ name, address1, city, state, zip }: Address): string =>
  `${name}, ${address1}, ${city}, ${state} ${zip}`

const ownAddress = (customer: Row<'account'>): Address => ({
  name: customer.shipto_name,
  address1: customer.shipto_address1,
  city: customer.shipto_city,
  state: customer.shipto_state,
  zip: customer.shipto_zip,
})

/** Item numbers are not NDCs. */
const numberWords = (product: OrderedProduct | null): string => {
  if (!product) return ''
  const number = product.ndc_number || product.slug
  return `${ndcKey(number) ? `NDC ${number}` : number}, `
}

const arrivalOf = ({ lines, shippingMethod, arrivals }: Placed): string => {
  const products = lines.flatMap(({ product }) => product ?? [])
  const stocked = products.filter((product) => !product.is_non_stocked)
  const words = arrivesWords({
    warm: arrivals.methods[shippingMethod] ?? null,
    cold: arrivals.cold,
    hasWarm: stocked.some((product) => product.cold_status === ''),
    hasCold: stocked.some((product) => product.cold_status !== ''),
    hasSpecialOrders: stocked.length < products.length,
  })
  return words && `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

const receivedSentence = (
  { _id, name, lastName, isAdmin }: Placed['actor'],
  customer: Row<'account'>,
  approver: Placed['approver'],
): string =>
  _id === customer.id
    ? `Thank you. We received your order${approver ? `, approved by ${`${approver.name} ${approver.lastName}`.trim()}` : ''}:`
    : `We received this order, placed by ${name} ${lastName} (${isAdmin ? 'Admin' : 'Sales Rep'}) for ${customer.company_name}:`

interface Numbered {
  order: Pick<Row<'sales_order'>, 'id' | 'erp_id' | 'purchase_order' | 'total_price'>
  customer: Pick<Row<'account'>, 'email' | 'name'>
  publicUrl: string
}

export const orderNumberedEmail = ({ order, customer: { email, name }, publicUrl }: Numbered) =>
  composeEmail({ email, name }, `Your order number is ${order.erp_id}`, [
    facts(
      [['Order number', order.erp_id ?? ''], order.purchase_order && ['PO number', order.purchase_order]],
      [['Total', asDollars(order.total_price)]],
    ),
    link(publicUrl, 'View order', `/order/${order.id}`),
  ])
