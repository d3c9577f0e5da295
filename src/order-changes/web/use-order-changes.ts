import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#web/api.ts'
import { orderChanges } from '../contract.ts'

/** Outcomes come within seconds from the ERP, and within days from a review. */
const isFresh = ({ at }: { at: string }) => Date.now() - Date.parse(at) < 300_000

/** Polls while an outcome is pending, at first often. */
export const useOrderChanges = (orderId: string) =>
  useQuery({
    ...queryOf(orderChanges.list, { params: { id: orderId } }),
    refetchInterval: ({ state }) => {
      const pending = state.data?.changes.find(({ endedAt }) => endedAt === null)
      return pending ? (isFresh(pending) ? 5_000 : 30_000) : false
    },
  })
