import { useQuery } from '@tanstack/react-query'
import { queryOf, useChange } from '#web/api.ts'
import { isAboutFields } from '#web/form/use-checked-form.ts'
import { useUser } from '#web/session.ts'
import { budgets } from '../../budgets/contract.ts'
import { costCenters } from '../../cost-centers/contract.ts'

export const useCostCenters = () => useQuery(queryOf(costCenters.list))

const changeOptions = {
  refresh: [costCenters.list, costCenters.choices, budgets.list, budgets.left],
  // Shows changes by other users immediately.
  refreshesAlways: true,
}

export const useAddCostCenter = () => useChange(costCenters.add, { ...changeOptions, quiet: isAboutFields })

export const useChangeCostCenter = () => useChange(costCenters.change, { ...changeOptions, quiet: isAboutFields })

export const useRequireCostCenter = () => useChange(costCenters.require, changeOptions)

export const useChooseBackorders = () => useChange(costCenters.chooseBackorders, changeOptions)
export const useRequirePurchaseOrder = () => useChange(costCenters.requirePurchaseOrder, changeOptions)

export const useBudgets = () => useQuery(queryOf(budgets.list))

export const useAddBudget = () => useChange(budgets.add, { ...changeOptions, quiet: isAboutFields })

export const useChangeBudget = () => useChange(budgets.change, { ...changeOptions, quiet: isAboutFields })

export const useRemoveBudget = () => useChange(budgets.remove, changeOptions)

interface Order {
  forUser: string | undefined
  costCenterId: string | undefined
}

export const useBudgetsLeft = ({ forUser, costCenterId }: Order) => {
  const user = useUser()
  const isStaff = user?.isAdmin === true || user?.isSalesRep === true
  return useQuery({
    ...queryOf(budgets.left, { query: { ...(forUser && { forUser }), ...(costCenterId && { costCenterId }) } }),
    enabled: user !== null && (!isStaff || forUser !== undefined),
  })
}
