import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#web/api.ts'
import { useUser } from '#web/session.ts'
import { costCenters } from '../../cost-centers/contract.ts'

/** Cost centers that an order can be charged to. Staff must have chosen a customer. */
export const useCostCenterChoices = (forUser: string | undefined) => {
  const user = useUser()
  const isStaff = user?.isAdmin === true || user?.isSalesRep === true
  return useQuery({
    ...queryOf(costCenters.choices, { query: forUser ? { forUser } : {} }),
    enabled: user !== null && (!isStaff || forUser !== undefined),
  })
}
