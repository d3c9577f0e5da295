import { composeEmail, type EmailMessage } from '#mail/compose-email.ts'
import type { Row } from '#platform/db/tables.ts'
import { asDollars } from '#shared/money.ts'

interface Placed {
  orderId: string
  customer: Row<'account'>
  actor: { _id: string; name: string; lastName: string; isAdmin: boolean }
  /** Who of the business approved it. */
  approver?: { name: string; lastName: string } | undefined
  lines: readonly { product: { name: string } | null; quantity: number; price: number }[]
  total: number
  purchaseOrder: string
  /** It waits for the customer's license. */
  isHeld: boolean
  publicUrl: string
}

const mostLinesShown = 30

/** Tells the customer what was ordered, and by whom when somebody else did it. */
export const orderPlacedEmail = ({
  orderId,
  customer,
  actor,
  approver,
  lines,
  total,
  purchaseOrder,
  isHeld,
  publicUrl,
}: Placed): EmailMessage => {
  const shown = lines.slice(0, mostLinesShown)
  return composeEmail({
    to: customer.email,
    subject: `We received your order${purchaseOrder && ` (PO ${purchaseOrder})`}${isHeld ? ': it is on hold' : ''}`,
    parts: [
      { kind: 'text', text: `Hello ${customer.name},` },
      { kind: 'text', text: receivedSentence(actor, customer, approver) },
      {
        kind: 'facts',
        facts: [
          ...shown.map(
            ({ product, quantity, price }) => [product?.name ?? '', `${quantity} × ${asDollars(price)}`] as const,
          ),
          ...(lines.length > shown.length ? [['…', `and ${lines.length - shown.length} more`] as const] : []),
        ],
        totals: [['Total', asDollars(total)]],
      },
      { kind: 'text', text: isHeld ? heldSentence : 'The order number follows as soon as our system has assigned it.' },
      ...(publicUrl ? [{ kind: 'link' as const, label: 'See the order', url: `${publicUrl}/order/${orderId}` }] : []),
    ],
  })
}

const heldSentence =
  'The license that we have on record has ended, so this order is on hold: nothing is sent before the license is renewed. Please send us the renewed license.'

const receivedSentence = (
  { _id, name, lastName, isAdmin }: Placed['actor'],
  customer: Row<'account'>,
  approver: Placed['approver'],
): string =>
  _id === customer.id
    ? `Thank you. We received your order${approver ? `, approved by ${`${approver.name} ${approver.lastName}`.trim()}` : ''}:`
    : `We received this order, placed by ${name} ${lastName} (${isAdmin ? 'Admin' : 'Sales Rep'}) for ${customer.company_name}:`

interface Numbered {
  order: Pick<Row<'sales_order'>, 'id' | 'erp_id' | 'purchase_order'>
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
          ...(order.purchase_order ? [['Purchase order', order.purchase_order] as const] : []),
        ],
      },
      ...(publicUrl ? [{ kind: 'link' as const, label: 'See the order', url: `${publicUrl}/order/${order.id}` }] : []),
    ],
  })
