import { Status, type Tone } from '#web/ui/status.tsx'
import type { InvoiceRow } from '../../invoices/contract.ts'

const looks: Record<InvoiceRow['settlement'], [Tone, string]> = {
  paid: ['good', 'Paid'],
  onItsWay: ['good', 'Paid, processing'],
  open: ['notice', 'Open'],
  overdue: ['bad', 'Overdue'],
  unknown: ['neutral', 'Not yet reported'],
  cancelled: ['neutral', 'Canceled'],
  cancellation: ['neutral', 'Cancellation'],
  credit: ['good', 'Credit note'],
  creditUsed: ['neutral', 'Credit note, used'],
}

/** The payment state that the ERP reports, or the portal payment until it does. */
export function SettlementBadge({ settlement }: Pick<InvoiceRow, 'settlement'>) {
  const [tone, word] = looks[settlement]
  return <Status tone={tone}>{word}</Status>
}
