import { Panel } from '#web/ui/panel.tsx'
import { useInvoicePayments } from './hooks.ts'
import { PaymentDetails } from './payment-details.tsx'

/** Payments that an invoice has a share in; renders nothing if there are none. */
export function InvoicePayments({ invoiceId }: { invoiceId: string }) {
  const { data: facts = [] } = useInvoicePayments(invoiceId)
  if (facts.length === 0) return null
  return (
    <Panel title="Online payment">
      <PaymentDetails facts={facts} />
    </Panel>
  )
}
