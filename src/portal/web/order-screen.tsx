import { OrderPage } from '#orders/web/history/order-page.tsx'
import { PaymentPanel } from '#payments/web/payment-panel.tsx'

export function OrderScreen() {
  return <OrderPage PaymentPanel={PaymentPanel} />
}
