import { WaitingNote } from '#purchasing/web/approvals/waiting-note.tsx'
import { useCostCenterChoices } from '#purchasing/web/cost-centers/use-cost-center-choices.ts'
import { ErpAge } from '#erp/web/erp-age.tsx'
import { OrderHistoryPage } from '#orders/web/history/order-history-page.tsx'
import { useCustomer } from '#web/ordering-for.ts'

export function OrderHistoryScreen() {
  const { data } = useCostCenterChoices(useCustomer()?._id)
  return (
    <>
      <WaitingNote />
      <OrderHistoryPage age={<ErpAge of="orders" />} hasCostCenters={(data?.costCenters.length ?? 0) > 0} />
    </>
  )
}
