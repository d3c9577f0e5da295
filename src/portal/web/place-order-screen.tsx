import { ApprovalNote } from '#approvals/web/approval-note.tsx'
import { CreditLine } from '#billing/web/invoices/credit-line.tsx'
import { budgets } from '#budgets/contract.ts'
import { Budgets } from '#budgets/web/budget-note.tsx'
import { useCostCenterChoices } from '#budgets/web/use-cost-center-choices.ts'
import { PlaceOrderPage } from '#orders/web/checkout/place-order-page.tsx'
import { useCustomer } from '#web/ordering-for.ts'

export function PlaceOrderScreen() {
  const { data: choices, refetch } = useCostCenterChoices(useCustomer()?._id)
  return (
    <PlaceOrderPage
      ApprovalNote={ApprovalNote}
      Budgets={Budgets}
      CreditLine={CreditLine}
      policy={{ costCenters: choices, refreshCostCenters: () => void refetch(), changed: [budgets.left] }}
    />
  )
}
