import { ApprovalNote } from '#approvals/web/approval-note.tsx'
import { CreditLine } from '#billing/web/invoices/credit-line.tsx'
import { PlaceOrderPage } from '#orders/web/checkout/place-order-page.tsx'

export function PlaceOrderScreen() {
  return <PlaceOrderPage ApprovalNote={ApprovalNote} CreditLine={CreditLine} />
}
