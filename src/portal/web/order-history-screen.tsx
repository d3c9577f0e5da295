import { WaitingNote } from '#approvals/web/waiting-note.tsx'
import { ErpAge } from '#erp/web/erp-age.tsx'
import { OrderHistoryPage } from '#orders/web/history/order-history-page.tsx'

export function OrderHistoryScreen() {
  return (
    <>
      <WaitingNote />
      <OrderHistoryPage age={<ErpAge of="orders" />} />
    </>
  )
}
