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
  payment: TimelineStep['payment']
  dueDate: string | null
}

/** The invoices of an order that the caller may see. */
export type InvoicesOfOrder = (db: Db, caller: Caller, orderId: string) => Promise<InvoiceOfOrder[]>

type Step = z.input<typeof TimelineStep>

const step = (what: Step['what'], at: Step['at'], facts: Partial<Step> = {}): Step => ({
  detail: '',
  trackingCode: '',
  invoiceID: '',
  amount: null,
  currency: '',
  payment: null,
  dueDate: null,
  ...facts,
  what,
  at,
})

/** The known events of an order by time; those without a time get the time the portal noticed them, or null. */
export const traceOrder = async (
  db: Db,
  caller: Caller,
  orderId: string,
  invoicesOfOrder: InvoicesOfOrder,
): Promise<Step[]> => {
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
      .executeTakeFirstOrThrow(),
    invoicesOfOrder(db, caller, orderId),
  ])
  const { orderIdSap, trackingCode } = order
  const isReleased = order.orderStatusSap === '2' || order.orderStatusSap === '3'
  const steps = [
    step('placed', order.createdAt, { detail: placedBy(order) }),
    order.handOver === 'linked' && !order.orderFromSAP && step('handedOver', noted.erp_intent_at),
    // An order created in the ERP has its number from the start.
    orderIdSap && step('numbered', order.orderFromSAP ? order.createdAt : noted.numbered_at, { detail: orderIdSap }),
    isReleased && step('released', noted.released_at),
    trackingCode && step('shipped', noted.shipped_at, { trackingCode }),
    ...invoices.map(({ trackingNumber, at, ...invoice }) =>
      step('invoiced', at, { ...invoice, trackingCode: trackingCode ? '' : trackingNumber }),
    ),
    order.isPaid && step('paid', order.paidAt),
    order.isDelivered && step('delivered', order.deliveredAt),
    ...endOf(order, noted),
  ].filter((one) => typeof one === 'object' && one !== null)
  return byTime(steps)
}

/** A step without a time stays behind the one it follows in the course of an order. */
const byTime = (steps: readonly Step[]): Step[] => {
  let last = 0
  return steps
    .map((one) => {
      last = one.at === null ? last : new Date(one.at).getTime()
      return { one, at: last }
    })
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one)
}

/** Cancellations and reinstatements; a reversed cancellation stays in the timeline. */
const endOf = (
  { canceled, canceledLines, orderItems }: z.input<typeof Order>,
  noted: Pick<Row<'sales_order'>, 'part_cancelled_at' | 'cancelled_at' | 'reinstated_at'>,
) => {
  const { reinstated_at, cancelled_at, part_cancelled_at } = noted
  const isUndone = !canceled && reinstated_at !== null
  const end = canceled ?? (isUndone && cancelled_at && { at: cancelled_at, by: externalSystem, reason: '' })
  return [
    canceledLines && step('linesCanceled', part_cancelled_at, { detail: `${canceledLines} of ${orderItems.length}` }),
    end && step('canceled', end.at, { detail: cancelWords(end) }),
    isUndone && step('reinstated', reinstated_at),
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
