import { useParams } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { ViewInvoicePage } from '#billing/web/invoices/view-invoice-page.tsx'
import { InvoicePayments } from '#billing/web/payments/payment-details.tsx'
import { PayInvoice } from '#billing/web/payments/pay-chosen.tsx'
import { InvoiceTraceMark, InvoiceTracePanel } from '#traceability/web/trace-marks.tsx'
import { useInvoiceTrace } from '#traceability/web/use-delivery-trace.ts'
import { ReturnLink } from '#returns/web/return-link.tsx'
import { useUser } from '#web/session.ts'

export function ViewInvoiceScreen() {
  const { id, invoiceID } = useParams({ strict: false })
  const { isLoading, failureCount } = useInvoiceTrace(invoiceID ?? id ?? '')
  return (
    <ViewInvoicePage
      PayInvoice={PayOwn}
      Payments={InvoicePayments}
      TraceMark={InvoiceTraceMark}
      TracePanel={InvoiceTracePanel}
      ReturnLink={ReturnLink}
      isTraceLoading={isLoading && failureCount === 0}
    />
  )
}

/** Only the customer pays, not the wholesaler. */
function PayOwn(props: ComponentProps<typeof PayInvoice>) {
  const user = useUser()
  return user?.isAdmin || user?.isSalesRep ? null : <PayInvoice {...props} />
}
