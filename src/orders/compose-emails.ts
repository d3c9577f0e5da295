import { type Charged, costCenterWords } from './charge-shapes.ts'
import { composeEmail, type EmailMessage } from '#mail/compose-email.ts'
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
export const orderPlacedEmail = ({
  orderId,
  customer,
  actor,
  approver,
  lines,
  total,
  purchaseOrder,
  costCenter,
  shipTo,
  holdReason,
  publicUrl,
}: Placed): EmailMessage => {
  const shown = lines.slice(0, maxLinesShown)
  return composeEmail({
    to: customer.email,
    subject: `We received your order${purchaseOrder && ` (PO ${purchaseOrder})`}${holdReason ? ': it is on hold' : ''}`,
    parts: [
      { kind: 'text', text: `Hello ${customer.name},` },
      { kind: 'text', text: receivedSentence(actor, customer, approver) },
      {
        kind: 'facts',
        facts: [
          ...shown.map(
            ({ product, quantity, price }) =>
              [nameInText(product?.name ?? ''), `${quantity} × ${asDollars(price)}`] as const,
          ),
          ...(lines.length > shown.length ? [['…', `and ${lines.length - shown.length} more`] as const] : []),
        ],
        totals: [['Total', asDollars(total)]],
      },
      ...(costCenter ? [{ kind: 'text' as const, text: `Cost center: ${costCenterWords(costCenter)}` }] : []),
      ...(shipTo ? [{ kind: 'text' as const, text: `Ship to: ${placeOf(shipTo)}` }] : []),
      {
        kind: 'text',
        text: holdReason ? heldSentence(holdReason) : 'We’ll email your order number once it’s assigned.',
      },
      ...(publicUrl ? [{ kind: 'link' as const, label: 'View order', url: `${publicUrl}/order/${orderId}` }] : []),
    ],
  })
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

export const orderNumberedEmail = ({ order, customer, publicUrl }: Numbered): EmailMessage =>
  composeEmail({
    to: customer.email,
    subject: `Your order number is ${order.erp_id}`,
    parts: [
      { kind: 'text', text: `Hello ${customer.name},` },
      {
        kind: 'facts',
        facts: [
          ['Order number', order.erp_id ?? ''],
          ...(order.purchase_order ? [['PO number', order.purchase_order] as const] : []),
        ],
        totals: [['Total', asDollars(order.total_price)]],
      },
      ...(publicUrl ? [{ kind: 'link' as const, label: 'View order', url: `${publicUrl}/order/${order.id}` }] : []),
    ],
  })
