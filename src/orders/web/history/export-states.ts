import { underReview } from '#compliance/monitoring/review-shapes.ts'
import { onHoldByWholesaler } from '#catalog/order-quantity.ts'
import type { Tone } from '#web/ui/status.tsx'
import type { OrderRow } from '../../order-shapes.ts'

interface ExportState {
  word: string
  tone: Tone
  /** What happens next or what the user can do; empty if all is well. */
  advice: string
}

/** The same for buyers, who neither know the ERP nor can fix the export; other states are normal progress. */
export const buyerStates: Partial<Record<OrderRow['handOver'], ExportState>> = {
  held: {
    word: 'On hold',
    tone: 'notice',
    advice: 'We will ship it once this is resolved. Send us your license or its renewal.',
  },
  unknown: {
    word: 'Being confirmed',
    tone: 'notice',
    advice: 'We are confirming that we received this order. Do not order again.',
  },
  rejected: {
    word: 'Being checked',
    tone: 'bad',
    advice: 'Our system did not accept this order. We will fix it or call you. Do not order again.',
  },
  conflict: {
    word: 'Being checked',
    tone: 'bad',
    advice: 'Our system has this order twice. We will correct it and ship the order once. Do not order again.',
  },
}

/** Progress of the export to the ERP, for admins. */
export const exportStates: Record<OrderRow['handOver'], ExportState> = {
  held: { word: 'On hold', tone: 'notice', advice: 'Recording the license or its renewal releases the order.' },
  waiting: { word: 'Waiting', tone: 'neutral', advice: '' },
  sending: { word: 'Being sent', tone: 'neutral', advice: '' },
  unknown: { word: 'Unconfirmed', tone: 'notice', advice: 'The portal will check the ERP again automatically.' },
  linked: { word: 'In the ERP', tone: 'notice', advice: '' },
  rejected: { word: 'Rejected', tone: 'bad', advice: 'Fix the cause and try to sync, or delete it.' },
  conflict: { word: 'Conflict', tone: 'bad', advice: 'Resolve it in the ERP, then try to sync.' },
}

interface Reading {
  holdReason: string | null
  isAdmin: boolean
}

/** No license helps if only the wholesaler holds the order. */
export const adviceFor = ({ advice }: ExportState, { holdReason, isAdmin }: Reading): string => {
  // A license would not end a review.
  if (holdReason === underReview) return ''
  if (holdReason !== onHoldByWholesaler) return advice
  return isAdmin ? 'Ending the case or recall releases the order.' : 'We will ship it once this is resolved.'
}
