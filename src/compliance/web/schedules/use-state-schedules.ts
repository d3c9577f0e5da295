import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useChosenShipTo } from '#colleagues/web/ship-to/use-ship-to.ts'
import { queryOf } from '#web/api.ts'
import { useCustomer } from '#web/ordering-for.ts'
import { useUser } from '#web/session.ts'
import { type ProductSchedule, schedules } from '../../schedules/contract.ts'

/**
 * The stricter schedules that the State of the ship-to has, by product: for the address chosen at checkout, or the one that
 * checkout starts with.
 */
export const useStateSchedules = (productIds: readonly string[]): ReadonlyMap<string, ProductSchedule> => {
  const user = useUser()
  const customer = useCustomer()
  const isStaff = user !== null && (user.isAdmin || user.isSalesRep)
  const forUser = isStaff ? customer?._id : user?._id
  const shipToId = useChosenShipTo(forUser)
  const ids = [...new Set(productIds)].toSorted()
  const { data = [] } = useQuery({
    ...queryOf(schedules.ofProducts, { body: { ids, ...(shipToId && { shipToId }) } }),
    enabled: forUser !== undefined && ids.length > 0,
    placeholderData: keepPreviousData,
  })
  return new Map(data.map((one) => [one._id, one]))
}
