import type { ErpExportState } from '#orders/column-types.ts'
import { canceledMessage } from '#orders/order-shapes.ts'
import type { ChangeWay } from './change-shapes.ts'

export interface ChangeFacts {
  isCanceled: boolean
  isFromErp: boolean
  isDelivered: boolean
  isReviewed: boolean
  /** Compliance reported it, so it never ships and is never trimmed. */
  isReported: boolean
  /** A payment is being taken. */
  isBeingPaid: boolean
  hasOpenChange: boolean
  exportState: ErpExportState
  /** 1 Open, 2 In Process, 3 Completed, 4 In Preparation. */
  erpStatus: string | null
  isErpConnected: boolean
}

export type Changeable = { way: ChangeWay; why: '' } | { way: null; why: string }

/** How an order can be changed now, by what the portal last read from the ERP. */
export const evaluateChange = (facts: ChangeFacts): Changeable => {
  const why = blockOf(facts)
  if (why !== null) return { way: null, why }
  if (facts.exportState === 'linked') return { way: 'erp', why: '' }
  return { way: facts.isReviewed ? 'review' : 'now', why: '' }
}

const blockOf = (facts: ChangeFacts): string | null => {
  if (facts.isCanceled) return canceledMessage
  if (facts.isFromErp) return 'This order was not placed here. Contact us to change it.'
  if (facts.isReported) return closedMessage
  if (facts.hasOpenChange) return openChangeMessage
  if (facts.isBeingPaid) return 'A payment of this order is in progress. Try again in a few minutes.'
  if (facts.isDelivered) return lateMessages['3'] ?? ''
  if (facts.exportState === 'linked')
    return lateMessages[facts.erpStatus ?? ''] ?? (facts.isErpConnected ? null : notConnectedMessage)
  return exportMessages[facts.exportState] ?? null
}

const openChangeMessage = 'A change of this order has been requested already. Wait for its outcome.'

/** Says no more than the page of the order, which stays under review for its customer. */
export const closedMessage = 'The order can no longer be changed. Contact us.'

export const notConnectedMessage = 'Our warehouse system can’t be reached. Contact us to change this order.'

/** From the status 2 on the goods are with the warehouse. */
export const lateMessages: Readonly<Record<string, string>> = {
  2: 'The order is already being shipped.',
  3: 'The order has already shipped.',
}

const exportMessages: Partial<Record<ErpExportState, string>> = {
  sending: 'This order is being sent right now. Try again in a minute.',
  unknown: 'We are checking whether this order has arrived. Try again later.',
  conflict: 'This order waits for a decision. Contact us to change it.',
}
