import { Panel } from '#web/ui/panel.tsx'
import { useInvoicePayments } from './hooks.ts'
import { PaymentDetails } from './payment-details.tsx'

/** What became of the payments in which an invoice has a share; nothing where there is none. */
export function InvoicePayments({ invoiceId }: { invoiceId: string }) {
  const { data: facts = [] } = useInvoicePayments(invoiceId)
  if (facts.length === 0) return null
  return (
    <Panel title="Online payment">
      <PaymentDetails facts={facts} />
    </Panel>
  )
}
