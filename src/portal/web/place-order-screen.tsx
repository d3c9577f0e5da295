import { Approval } from '#purchasing/web/approvals/approval-note.tsx'
import { CreditLine } from '#billing/web/invoices/credit-line.tsx'
import { budgets } from '#purchasing/budgets/contract.ts'
import { Budgets } from '#purchasing/web/budgets/budget-note.tsx'
import { useCostCenterChoices } from '#purchasing/web/cost-centers/use-cost-center-choices.ts'
import { PlaceOrderPage } from '#orders/web/checkout/place-order-page.tsx'
import { useCustomer } from '#web/ordering-for.ts'

export function PlaceOrderScreen() {
  const { data: choices, refetch } = useCostCenterChoices(useCustomer()?._id)
  return (
    <PlaceOrderPage
      Approval={Approval}
      Budgets={Budgets}
      CreditLine={CreditLine}
      policy={{ costCenters: choices, refreshCostCenters: () => void refetch(), changed: [budgets.left] }}
    />
  )
}
