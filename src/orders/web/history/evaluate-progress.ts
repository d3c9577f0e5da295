import { toCents, toDollars } from '#shared/money.ts'
import { releaseStatus } from '#shared/release-status.ts'
import type { Order, TimelineStep } from '../../order-shapes.ts'

export interface Stage {
  word: string
  /** `now` is the current stage, `stopped` means it goes no further or needs attention. */
  state: 'done' | 'now' | 'ahead' | 'stopped'
  at: string | null
  /** More detail, or a note that the date is unknown. */
  text: string
  trackingCode: string
}

type Checked = Pick<
  Order,
  | 'createdAt'
  | 'orderIdSap'
  | 'orderStatusSap'
  | 'trackingCode'
  | 'isCancelled'
  | 'canceled'
  | 'isPaid'
  | 'paidAt'
  | 'isDelivered'
  | 'deliveredAt'
  | 'paymentMethod'
>

interface Known {
  /** Undefined while loading. */
  steps: readonly TimelineStep[] | undefined
  /** The export problem, if any. */
  hitch: { word: string } | null
  money: (amount: number, currency: string) => string
  day: (date: string) => string
}

const unknownDay = 'Date unknown'

const stage = (word: string, state: Stage['state'], known: Partial<Stage> = {}): Stage => ({
  word,
  state,
  at: null,
  text: '',
  trackingCode: '',
  ...known,
})

/** The stages of an order; only reported events count as done. */
export const evaluateProgress = (order: Checked, { steps, hitch, money, day }: Known): Stage[] => {
  const timeOf = (what: TimelineStep['what']) => steps?.find((step) => step.what === what)?.at ?? null
  const invoices = steps?.filter(({ what, amount }) => what === 'invoiced' && amount !== null) ?? []
  const tracking = [order.trackingCode, ...invoices.map(({ trackingCode }) => trackingCode)].filter(Boolean).join(',')
  const isCompleted = order.orderStatusSap === '3'
  const isShipped = isCompleted || order.isDelivered || tracking !== ''
  const isInvoiced = isCompleted || invoices.length > 0
  const isNumbered = order.orderIdSap !== null
  const preparation = isShipped || isInvoiced ? 'done' : isNumbered ? 'now' : 'ahead'
  // The current stage has the same word as the order lists.
  const preparing = preparation === 'now' ? releaseStatus(order.orderStatusSap) : 'In Preparation'

  const courses = [
    stage('Placed', 'done', { at: order.createdAt }),
    hitch
      ? stage(hitch.word, 'stopped')
      : stage(preparing, preparation, {
          at: isNumbered ? timeOf('numbered') : null,
        }),
    stage(order.isDelivered ? 'Delivered' : 'Shipped', isShipped ? 'done' : 'ahead', {
      at: order.isDelivered ? order.deliveredAt : isShipped ? timeOf('shipped') : null,
      trackingCode: tracking,
    }),
    stage('Invoiced', isInvoiced ? 'done' : 'ahead', {
      at: invoices.at(-1)?.at ?? null,
      text: sumOf(invoices, money) || (isInvoiced && steps ? 'Invoice not available' : ''),
    }),
  ]
  const dated = steps ? withUnknownDay(courses) : courses
  const all = [...dated, paymentStage(order, invoices, { isInvoiced, day })]
  if (!order.isCancelled) return all
  const at = order.canceled?.at ?? null
  const canceled = stage('Canceled', 'stopped', { at, text: at === null ? unknownDay : '' })
  return [...all.filter(({ state }) => state === 'done').map(withoutUnknownDay), canceled]
}

/** Only the last stage that is done says that its date is unknown; earlier ones are history. */
const withUnknownDay = (stages: readonly Stage[]): Stage[] => {
  const last = stages.findLastIndex(({ state }) => state === 'done')
  return stages.map((one, at) =>
    at === last && one.at === null && one.text === '' ? { ...one, text: unknownDay } : one,
  )
}

const withoutUnknownDay = (one: Stage): Stage => (one.text === unknownDay ? { ...one, text: '' } : one)

const paymentStage = (
  { isPaid, paidAt, paymentMethod }: Checked,
  invoices: readonly TimelineStep[],
  { isInvoiced, day }: { isInvoiced: boolean; day: Known['day'] },
): Stage => {
  const bills = invoices.filter(({ payment }) => payment !== null)
  const owed = bills.filter(({ payment }) => payment !== 'paid' && payment !== 'onItsWay')
  if (isPaid || (bills.length > 0 && owed.length === 0)) return stage('Paid', 'done', { at: paidAt })
  const dueDates = owed.flatMap(({ dueDate }) => dueDate ?? []).toSorted()
  const [due] = dueDates
  if (owed.some(({ payment }) => payment === 'overdue'))
    return stage('Payment', 'stopped', { text: due ? `Overdue since ${day(due)}` : 'Overdue' })
  if (due) return stage('Payment', 'ahead', { text: `Due ${day(due)}` })
  if (owed.length > 0) return stage('Payment', 'ahead', { text: 'Not paid' })
  return stage('Payment', 'ahead', {
    text: isInvoiced ? '' : paymentMethod === 'By Invoice' ? 'Due after the invoice' : 'Not paid',
  })
}

/** Whether the buyer should pay now: an invoice is open, or the order is paid in advance. */
export const isPaymentDue = (
  { isPaid, isCancelled, paymentMethod }: Pick<Order, 'isPaid' | 'isCancelled' | 'paymentMethod'>,
  steps: readonly TimelineStep[] | undefined,
): boolean =>
  !isPaid &&
  !isCancelled &&
  (paymentMethod !== 'By Invoice' ||
    (steps?.some(({ payment }) => payment === 'open' || payment === 'overdue' || payment === 'unknown') ?? false))

const sumOf = (invoices: readonly TimelineStep[], money: Known['money']): string => {
  const [first] = invoices
  if (!first || invoices.some(({ currency }) => currency !== first.currency)) return ''
  const cents = invoices.reduce((sum, { amount }) => sum + toCents(amount ?? 0), 0)
  return money(toDollars(cents), first.currency)
}
