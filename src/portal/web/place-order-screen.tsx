import { ApprovalNote } from '#approvals/web/approval-note.tsx'
import { CreditLine } from '#invoices/web/credit-line.tsx'
import { PlaceOrderPage } from '#orders/web/checkout/place-order-page.tsx'

export function PlaceOrderScreen() {
  return <PlaceOrderPage ApprovalNote={ApprovalNote} CreditLine={CreditLine} />
}
