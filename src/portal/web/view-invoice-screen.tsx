import { ViewInvoicePage } from '#billing/web/invoices/view-invoice-page.tsx'
import { InvoicePayments } from '#billing/web/payments/payment-details.tsx'
import { PayLink } from '#billing/web/payments/pay-link.tsx'
import { useUser } from '#web/session.ts'

export function ViewInvoiceScreen() {
  return <ViewInvoicePage PayOrder={PayOrder} Payments={InvoicePayments} />
}

/** Only the customer pays, not the wholesaler. */
function PayOrder({ orderId }: { orderId: string }) {
  if (useUser()?.isAdmin) return null
  return <PayLink order={{ _id: orderId, isPaid: false }} label="Pay this order online" />
}
