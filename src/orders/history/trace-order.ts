import type * as z from 'zod/mini'
import type { Db, Row } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { externalSystem, type Order, type TimelineStep } from '../order-shapes.ts'
import { orderById } from './queries.ts'

interface InvoiceOfOrder {
  invoiceID: string
  at: Date | null
  trackingNumber: string
  amount: number | null
  currency: string
}

/** The invoices of an order that the caller may see. */
export type InvoicesOfOrder = (db: Db, caller: Caller, orderId: string) => Promise<InvoiceOfOrder[]>

const nothing = { at: null, detail: '', trackingCode: '', invoiceID: '', amount: null, currency: '' }

/** The known events of an order, in order; those without a time get the time the portal noticed them, or null. */
export const traceOrder = async (
  db: Db,
  caller: Caller,
  orderId: string,
  invoicesOfOrder: InvoicesOfOrder,
): Promise<z.input<typeof TimelineStep>[]> => {
  const order = await orderById(db, caller, orderId)
  const [noted, invoices] = await Promise.all([
    db
      .selectFrom('sales_order')
      .select([
        'erp_intent_at',
        'numbered_at',
        'released_at',
        'shipped_at',
        'part_cancelled_at',
        'cancelled_at',
        'reinstated_at',
      ])
      .where('id', '=', orderId)
      .executeTakeFirst(),
    invoicesOfOrder(db, caller, orderId),
  ])
  const isExported = order.handOver === 'linked' && !order.orderFromSAP
  const isReleased = order.orderStatusSap === '2' || order.orderStatusSap === '3'
  return [
    { ...nothing, what: 'placed', at: order.createdAt, detail: placedBy(order) },
    ...(isExported ? [{ ...nothing, what: 'handedOver' as const, at: noted?.erp_intent_at ?? null }] : []),
    ...(order.orderIdSap
      ? [{ ...nothing, what: 'numbered' as const, at: noted?.numbered_at ?? null, detail: order.orderIdSap }]
      : []),
    ...(isReleased ? [{ ...nothing, what: 'released' as const, at: noted?.released_at ?? null }] : []),
    ...(order.trackingCode
      ? [{ ...nothing, what: 'shipped' as const, at: noted?.shipped_at ?? null, trackingCode: order.trackingCode }]
      : []),
    ...invoices.map(({ trackingNumber, ...invoice }) => ({
      ...nothing,
      ...invoice,
      what: 'invoiced' as const,
      trackingCode: order.trackingCode ? '' : trackingNumber,
    })),
    ...(order.isPaid ? [{ ...nothing, what: 'paid' as const, at: order.paidAt }] : []),
    ...(order.isDelivered ? [{ ...nothing, what: 'delivered' as const, at: order.deliveredAt }] : []),
    ...endOf(order, noted),
  ]
}

type Noted = Pick<Row<'sales_order'>, 'part_cancelled_at' | 'cancelled_at' | 'reinstated_at'>

/** Cancellations and reinstatements; a reversed cancellation stays in the timeline. */
const endOf = (
  { canceled, canceledLines, orderItems }: z.input<typeof Order>,
  noted: Noted | undefined,
): z.input<typeof TimelineStep>[] => {
  const undone =
    !canceled && noted?.reinstated_at ? [{ ...nothing, what: 'reinstated' as const, at: noted.reinstated_at }] : []
  const first =
    undone.length > 0 && noted?.cancelled_at ? { at: noted.cancelled_at, by: externalSystem, reason: '' } : null
  const end = canceled ?? first
  return [
    ...(canceledLines
      ? [
          {
            ...nothing,
            what: 'linesCanceled' as const,
            at: noted?.part_cancelled_at ?? null,
            detail: `${canceledLines} of ${orderItems.length}`,
          },
        ]
      : []),
    ...(end ? [{ ...nothing, what: 'canceled' as const, at: end.at, detail: cancelWords(end) }] : []),
    ...undone,
  ]
}

const cancelWords = ({ by, reason }: { by: string; reason: string }): string =>
  `${by === externalSystem ? 'in the external system' : by && `by ${by}`}${reason && `: ${reason}`}`

const placedBy = ({ placedBy, approvedBy, user, orderFromSAP }: Awaited<ReturnType<typeof orderById>>): string => {
  if (orderFromSAP) return 'in the external system'
  const { name, lastName } = placedBy ?? user
  const approved = approvedBy ? `, approved by ${`${approvedBy.name} ${approvedBy.lastName}`.trim()}` : ''
  return `by ${`${name} ${lastName}`.trim()}${placedBy ? ` (${placedBy.role})` : ''}${approved}`
}
