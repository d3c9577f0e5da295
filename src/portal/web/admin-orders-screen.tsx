import { ErpAge } from '#erp/web/erp-age.tsx'
import { AdminOrdersPage } from '#orders/web/history/admin-orders-page.tsx'

export function AdminOrdersScreen() {
  return <AdminOrdersPage age={<ErpAge of="orders" />} />
}
