import type { DemoInvoice, DemoOrder } from './history-shapes.ts'
import { between, randomFrom } from './history-numbers.ts'

const day = 86_400_000

/** Created half an hour after the order ships; overnight shipping is charged, as announced at checkout. */
export const invoiceFor = (order: DemoOrder, { today, invoiceID }: { today: Date; invoiceID: string }): DemoInvoice => {
  const random = randomFrom(`invoice:${order.accountID}:${order.createdAt}`)
  const isOvernight = order.shippingMethod.startsWith('FEDEX')
  const created = Date.parse(order.shippedAt ?? order.createdAt) + day / 48
  const due = created + 30 * day
  const shippingChargeCents = isOvernight ? 3_450 + 425 * order.orderItems.length : 0
  // As in the ERP: net is the items, gross the total to pay.
  const totalNetCents = order.itemsCents
  const settlement = settlementOf({ created, due, today: today.getTime(), random })
  return {
    invoiceID,
    orderIdSap: order.orderIdSap,
    partyID1: order.accountID,
    buyerPartyID: order.accountID,
    payerPartyID: order.accountID,
    purchaseOrder: order.purchaseOrder,
    date: new Date(created).toISOString().slice(0, 10),
    creationDateTime: new Date(created).toISOString(),
    dueDate: new Date(due).toISOString().slice(0, 10),
    trackingNumber: order.trackingCode,
    shipVia: order.shippingMethod,
    fedExAccount: isOvernight ? `61${order.accountID}` : '',
    currencyCode: 'USD',
    releaseStatusCode: today.getTime() - created < 2 * day ? '2' : '3',
    shippingChargeCents,
    totalNetCents,
    totalGrossCents: totalNetCents + shippingChargeCents,
    ...settlement,
  }
}

interface Terms {
  created: number
  due: number
  today: number
  random: () => number
}

/** Most invoices are paid in the last ten days of the term, some late; a few of the past months are still open. */
const settlementOf = ({ created, due, today, random }: Terms): Pick<DemoInvoice, 'status' | 'paidAt'> => {
  const isForgotten = random() < 0.06 && today - due < 75 * day
  const paid = created + between(random, 20, 33) * day + between(random, 0, 8 * 60) * 60_000
  if (!isForgotten && paid < today) return { status: 'paid', paidAt: new Date(paid).toISOString() }
  return { status: today > due ? 'overdue' : 'open', paidAt: null }
}
