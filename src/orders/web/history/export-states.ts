import type { Tone } from '#web/ui/status.tsx'
import type { OrderRow } from '../../order-shapes.ts'

interface ExportState {
  word: string
  tone: Tone
  /** What becomes of it, or what a person can do; empty when nothing is the matter. */
  advice: string
}

/** How far an order came on its way to the ERP, for the back office. */
export const exportStates: Record<OrderRow['handOver'], ExportState> = {
  held: { word: 'Held', tone: 'notice', advice: 'Waits for the license; Details has Release order.' },
  waiting: { word: 'Waiting', tone: 'neutral', advice: '' },
  sending: { word: 'Being sent', tone: 'neutral', advice: '' },
  unknown: { word: 'Not known yet', tone: 'notice', advice: 'The ERP is asked again by itself.' },
  linked: { word: 'In the ERP', tone: 'notice', advice: '' },
  rejected: { word: 'Rejected', tone: 'bad', advice: 'Put it right and try to sync, or delete it.' },
  conflict: { word: 'Conflict', tone: 'bad', advice: 'Settle it in the ERP, then try to sync.' },
}
