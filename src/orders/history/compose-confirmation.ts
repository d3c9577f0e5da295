import { costCenterWords } from '../charge-shapes.ts'
import { nameWithMarks } from '#catalog/line-words.ts'
import { grouped } from '#shared/number-words.ts'
import { asDollars, lineCents, toDollars } from '#shared/money.ts'
import { canceledWord, releaseStatus } from '#shared/release-status.ts'
import { businessDay } from '#shared/business-day.ts'
import { dayWords } from '#shared/day-words.ts'
import type { Composed } from '#platform/pdf/document.ts'
import type { OrderLine, UnwrittenOrder } from '../order-shapes.ts'

export const composeConfirmation = (order: UnwrittenOrder, timeZone: string): Composed => {
  const { shippingAddress: to, placedBy, approvedBy, user } = order
  const customer = user.companyName || `${user.name} ${user.lastName}`.trim()
  return {
    name: `order-${order.orderIdSap ?? order._id}.pdf`,
    title: order.orderIdSap ? `Order confirmation ${order.orderIdSap}` : 'Order confirmation',
    lead: `Placed on ${dayWords(businessDay(timeZone, new Date(order.createdAt)))}${customer ? ` for ${customer}` : ''}${
      placedBy ? ` by ${placedBy.name} ${placedBy.lastName} (${placedBy.role})` : ''
    }${
      approvedBy
        ? ` by ${user.name} ${user.lastName}, approved by ${approvedBy.name} ${approvedBy.lastName}`.trimEnd()
        : ''
    }${order.orderIdSap ? '' : ` · reference ${order._id}`}`,
    foot: `order ${order.orderIdSap ?? order._id}`,
    parts: [
      {
        kind: 'address',
        title: 'Ship to',
        lines: [
          to.fullName,
          order.attention ? `Attn: ${order.attention}` : '',
          to.address,
          `${to.city} ${to.region} ${to.postalCode}`.trim(),
          to.country,
        ].filter(Boolean),
      },
      {
        kind: 'facts',
        facts: filled([
          ['Order number', order.orderIdSap ?? 'will follow'],
          ['Purchase order', order.purchaseOrder],
          ['Cost center', order.costCenter ? costCenterWords(order.costCenter) : ''],
          ['Account', order.billToPartyID],
          ['Status', order.isCancelled ? canceledWord : releaseStatus(order.orderStatusSap)],
          ['Canceled', order.canceled ? canceledWords(order.canceled, timeZone) : ''],
          ['Payment', `${order.paymentMethod}, ${order.isPaid ? 'paid' : 'not paid'}`],
          ['Shipping method', order.shippingMethod],
          ['Tracking', order.trackingCode],
          ['Requested delivery', order.requestedDay ? dayWords(order.requestedDay) : ''],
          ['Note', order.note ?? ''],
        ]),
      },
      { kind: 'heading', text: 'Items' },
      {
        kind: 'table',
        columns: [
          { title: 'Product', width: '*' },
          { title: 'NDC or item number', width: 92 },
          { title: 'Quantity', width: 48, align: 'right' },
          { title: 'Price', width: 60, align: 'right' },
          { title: 'Total', width: 70, align: 'right' },
        ],
        rows: [
          ...order.orderItems.map((item) => [
            `${nameWithMarks(item.name, item)}${item.note ? `\nNote: ${item.note}` : ''}`,
            item.slug,
            quantityWords(item),
            asDollars(item.price),
            asDollars(toDollars(lineCents({ price: item.price, quantity: liveQuantity(item) }))),
          ]),
          ['Items', '', '', '', asDollars(order.itemsPrice)],
          ['Shipping', '', '', '', order.shippingPrice === 0 ? later : asDollars(order.shippingPrice)],
          ['Tax', '', '', '', order.taxPrice === 0 ? later : asDollars(order.taxPrice)],
          [totalWords(order), '', '', '', asDollars(order.totalPrice)],
        ],
      },
      { kind: 'text', text: 'Refrigerated products ship overnight; shipping charges are added to the invoice.' },
    ],
  }
}

/** Canceled units are neither shipped nor billed. */
const liveQuantity = ({ quantity, canceledQuantity = 0 }: OrderLine): number => quantity - canceledQuantity

const quantityWords = (line: OrderLine): string => {
  const { quantity, canceledQuantity = 0 } = line
  if (canceledQuantity === 0) return grouped(quantity)
  return liveQuantity(line) === 0
    ? `${grouped(quantity)}, canceled`
    : `${grouped(quantity)}, ${grouped(canceledQuantity)} canceled`
}

const canceledWords = ({ at, by, reason }: NonNullable<UnwrittenOrder['canceled']>, timeZone: string): string =>
  [at && dayWords(businessDay(timeZone, new Date(at))), by && `by ${by}`, reason].filter(Boolean).join(', ')

/** Shipping and tax are known only on the invoice. */
const later = 'on the invoice'

const totalWords = ({ shippingPrice, taxPrice }: UnwrittenOrder): string => {
  const open = [shippingPrice === 0 && 'shipping', taxPrice === 0 && 'tax'].filter(Boolean)
  return open.length > 0 ? `Order total before ${open.join(' and ')} (USD)` : 'Order total (USD)'
}

const filled = (facts: [string, string][]): [string, string][] => facts.filter(([, value]) => value !== '')
