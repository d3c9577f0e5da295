import { OrderPage } from '#orders/web/history/order-page.tsx'
import { PayLink } from '#payments/web/pay-link.tsx'
import { PaymentPanel } from '#payments/web/payment-panel.tsx'

export function OrderScreen() {
  return <OrderPage PaymentPanel={PaymentPanel} PayLink={PayLink} />
}
