import { WaitingNote } from '#purchasing/web/approvals/waiting-note.tsx'
import { useCostCenterChoices } from '#purchasing/web/cost-centers/use-cost-center-choices.ts'
import { ErpAge } from '#erp/web/erp-age.tsx'
import { OrderHistoryPage } from '#orders/web/history/order-history-page.tsx'
import { useUser } from '#web/session.ts'
import { TextLink } from '#web/ui/button-link.tsx'
import { useCustomer } from '#web/ordering-for.ts'

export function OrderHistoryScreen() {
  const user = useUser()
  const isStaff = user?.isAdmin || user?.isSalesRep
  const { data } = useCostCenterChoices(useCustomer()?._id)
  return (
    <>
      <WaitingNote />
      <OrderHistoryPage
        age={
          <>
            <ErpAge of="orders" />
            {!isStaff && <TextLink to="/transactions">Transaction data</TextLink>}
            {!isStaff && <TextLink to="/recalls">Recalls</TextLink>}
            {!user?.isAdmin && <TextLink to="/returns">Returns</TextLink>}
          </>
        }
        hasCostCenters={(data?.costCenters.length ?? 0) > 0}
      />
    </>
  )
}
