import type { Order, TimelineStep } from '../../order-shapes.ts'

export interface Stage {
  word: string
  /** `now` is the current stage, `stopped` means it goes no further. */
  state: 'done' | 'now' | 'ahead' | 'stopped'
  at: string | null
  /** More detail, or a note that the date is unknown. */
  text: string
  trackingCode: string
}

type Checked = Pick<Order, 'createdAt' | 'orderIdSap' | 'orderStatusSap' | 'trackingCode' | 'isCancelled' | 'canceled'>

interface Known {
  /** Undefined while loading. */
  steps: readonly TimelineStep[] | undefined
  /** The export problem, if any. */
  hitch: { word: string } | null
  money: (amount: number, currency: string) => string
}

const unknownDay = 'Date unknown'

/** The four stages of an order; only reported events count as done. */
export const evaluateProgress = (order: Checked, { steps, hitch, money }: Known): Stage[] => {
  const stepOf = (what: TimelineStep['what']) => steps?.find((step) => step.what === what)
  const invoices = steps?.filter(({ what, amount }) => what === 'invoiced' && amount !== null) ?? []
  const tracking = [order.trackingCode, ...invoices.map(({ trackingCode }) => trackingCode)].filter(Boolean).join(',')
  const isCompleted = order.orderStatusSap === '3'
  const isShipped = isCompleted || tracking !== ''
  const isInvoiced = isCompleted || invoices.length > 0
  const isNumbered = order.orderIdSap !== null

  const stage = (word: string, state: Stage['state'], known: Partial<Stage> = {}): Stage => {
    const isUndated = state === 'done' && steps !== undefined && !known.at
    return { word, state, at: null, trackingCode: '', ...known, text: known.text || (isUndated ? unknownDay : '') }
  }
  const all = [
    stage('Placed', 'done', { at: order.createdAt }),
    hitch
      ? stage(hitch.word, 'stopped')
      : stage('In preparation', isShipped || isInvoiced ? 'done' : isNumbered ? 'now' : 'ahead', {
          at: isNumbered ? (stepOf('numbered')?.at ?? null) : null,
        }),
    stage('Shipped', isShipped ? 'done' : 'ahead', {
      at: isShipped ? (stepOf('shipped')?.at ?? null) : null,
      trackingCode: tracking,
    }),
    stage('Invoiced', isInvoiced ? 'done' : 'ahead', {
      at: invoices.at(-1)?.at ?? null,
      text: sumOf(invoices, money) || (isInvoiced && steps ? 'Invoice not available' : ''),
    }),
  ]
  if (!order.isCancelled) return all
  const at = order.canceled?.at ?? null
  const canceled = stage('Canceled', 'stopped', { at, text: at === null ? unknownDay : '' })
  return [...all.filter(({ state }) => state === 'done'), canceled]
}

const sumOf = (invoices: readonly TimelineStep[], money: Known['money']): string => {
  const [first] = invoices
  if (!first || invoices.some(({ currency }) => currency !== first.currency)) return ''
  const cents = invoices.reduce((sum, { amount }) => sum + Math.round((amount ?? 0) * 100), 0)
  return money(cents / 100, first.currency)
}
