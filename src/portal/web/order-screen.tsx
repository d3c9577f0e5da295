import { useParams } from '@tanstack/react-router'
import { OrderPage } from '#orders/web/history/order-page.tsx'
import { usePaymentsAhead } from '#payments/web/hooks.ts'
import { PayLink } from '#payments/web/pay-link.tsx'
import { PaymentPanel } from '#payments/web/payment-panel.tsx'

export function OrderScreen() {
  const { id = '' } = useParams({ strict: false })
  usePaymentsAhead(id)
  return <OrderPage PaymentPanel={PaymentPanel} PayLink={PayLink} />
}
