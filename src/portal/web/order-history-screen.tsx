import { ErpAge } from '#erp/web/erp-age.tsx'
import { OrderHistoryPage } from '#orders/web/history/order-history-page.tsx'

export function OrderHistoryScreen() {
  return <OrderHistoryPage age={<ErpAge of="orders" />} />
}
