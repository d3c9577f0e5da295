import { type Charged, costCenterWords } from './charge-shapes.ts'
import { composeEmail, facts, link } from '#mail/compose-email.ts'
import type { Row } from '#platform/db/tables.ts'
import { asDollars } from '#shared/money.ts'
import { nameInText } from '#shared/show-strengths.ts'

interface Placed {
  orderId: string
  customer: Row<'account'>
  actor: { _id: string; name: string; lastName: string; isAdmin: boolean }
  /** The approver at the business, if any. */
  approver?: { name: string; lastName: string } | undefined
  lines: readonly { product: { name: string } | null; quantity: number; price: number }[]
  total: number
  purchaseOrder: string
  costCenter: Charged | null
  /** Null for the business's own ship-to address. */
  shipTo: Pick<Row<'ship_to'>, 'name' | 'address1' | 'city' | 'state' | 'zip'> | null
  /** Why the order is on hold; empty if it is not. */
  holdReason: string
  publicUrl: string
}

const maxLinesShown = 30

/** Confirms the order to the customer and names the user who placed it, if that was someone else. */
export const orderPlacedEmail = (placed: Placed) => {
  const { orderId, customer, actor, approver, lines, total, purchaseOrder, costCenter, shipTo, holdReason } = placed
  const { email, name } = customer
  const shown = lines.slice(0, maxLinesShown)
  return composeEmail(
    { email, name },
    `We received your order${purchaseOrder && ` (PO ${purchaseOrder})`}${holdReason ? ': it is on hold' : ''}`,
    [
      receivedSentence(actor, customer, approver),
      facts(
        [
          ...shown.map(
            ({ product, quantity, price }) =>
              [nameInText(product?.name ?? ''), `${quantity} × ${asDollars(price)}`] as const,
          ),
          lines.length > shown.length && ['…', `and ${lines.length - shown.length} more`],
        ],
        [['Total', asDollars(total)]],
      ),
      costCenter && `Cost center: ${costCenterWords(costCenter)}`,
      shipTo && `Ship to: ${placeOf(shipTo)}`,
      holdReason ? heldSentence(holdReason) : 'We’ll email your order number once it’s assigned.',
      link(placed.publicUrl, 'View order', `/order/${orderId}`),
    ],
  )
}

export const licenseExpired = 'The license has expired.'

const heldSentence = (reason: string): string =>
  reason === licenseExpired
    ? 'The license we have on record has expired, so this order is on hold and will not ship until the license is renewed. Please send us the renewed license.'
    : `${reason} This order is on hold and will not ship until we have a license for that location. Please send it to us.`

const placeOf = ({ name, address1, city, state, zip }: NonNullable<Placed['shipTo']>): string =>
  `${name}, ${address1}, ${city}, ${state} ${zip}`

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
