import { ViewInvoicePage } from '#invoices/web/view-invoice-page.tsx'
import { InvoicePayments } from '#payments/web/invoice-payments.tsx'
import { PayLink } from '#payments/web/pay-link.tsx'

export function ViewInvoiceScreen() {
  return <ViewInvoicePage PayOrder={PayOrder} Payments={InvoicePayments} />
}

function PayOrder({ orderId }: { orderId: string }) {
  return <PayLink order={{ _id: orderId, isPaid: false }} label="Pay its order online" />
}
