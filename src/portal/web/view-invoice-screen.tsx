import type { ComponentProps } from 'react'
import { ViewInvoicePage } from '#billing/web/invoices/view-invoice-page.tsx'
import { InvoicePayments } from '#billing/web/payments/payment-details.tsx'
import { PayInvoice } from '#billing/web/payments/pay-chosen.tsx'
import { useUser } from '#web/session.ts'

export function ViewInvoiceScreen() {
  return <ViewInvoicePage PayInvoice={PayOwn} Payments={InvoicePayments} />
}

/** Only the customer pays, not the wholesaler. */
function PayOwn(props: ComponentProps<typeof PayInvoice>) {
  const user = useUser()
  return user?.isAdmin || user?.isSalesRep ? null : <PayInvoice {...props} />
}
