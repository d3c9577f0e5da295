import type { Tone } from '#web/ui/status.tsx'
import type { OrderRow } from '../../order-shapes.ts'

interface ExportState {
  word: string
  tone: Tone
  /** What becomes of it, or what a person can do; empty when nothing is the matter. */
  advice: string
}

/** The same for whoever ordered, who neither knows the ERP nor can do anything about it; the others are on their way. */
export const buyerStates: Partial<Record<OrderRow['handOver'], ExportState>> = {
  held: {
    word: 'On hold',
    tone: 'notice',
    advice: 'We need your renewed license. Call us if you have renewed it.',
  },
  unknown: {
    word: 'Being confirmed',
    tone: 'notice',
    advice: 'We are confirming that we received it. Do not order again.',
  },
  rejected: {
    word: 'Being checked',
    tone: 'bad',
    advice: 'Our system did not accept it as it is. We will fix it or call you. Do not order again.',
  },
  conflict: {
    word: 'Being checked',
    tone: 'bad',
    advice: 'Our system has it twice. We will fix that and ship it once. Do not order again.',
  },
}

/** How far an order came on its way to the ERP, for the back office. */
export const exportStates: Record<OrderRow['handOver'], ExportState> = {
  held: { word: 'On hold', tone: 'notice', advice: 'Renew the license, or release the order in Details.' },
  waiting: { word: 'Waiting', tone: 'neutral', advice: '' },
  sending: { word: 'Being sent', tone: 'neutral', advice: '' },
  unknown: { word: 'Unconfirmed', tone: 'notice', advice: 'The portal will check the ERP again automatically.' },
  linked: { word: 'In the ERP', tone: 'notice', advice: '' },
  rejected: { word: 'Rejected', tone: 'bad', advice: 'Fix the cause and try to sync, or delete it.' },
  conflict: { word: 'Conflict', tone: 'bad', advice: 'Resolve it in the ERP, then try to sync.' },
}
