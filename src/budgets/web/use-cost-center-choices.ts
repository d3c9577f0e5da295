import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#web/api.ts'
import { useUser } from '#web/session.ts'
import { costCenters } from '../contract.ts'

/** What an order can be charged to; the staff asks for the customer whom they order for, and nobody without one. */
export const useCostCenterChoices = (forUser: string | undefined) => {
  const user = useUser()
  const isStaff = user?.isAdmin === true || user?.isSalesRep === true
  return useQuery({
    ...queryOf(costCenters.choices, { query: forUser ? { forUser } : {} }),
    enabled: user !== null && (!isStaff || forUser !== undefined),
  })
}
