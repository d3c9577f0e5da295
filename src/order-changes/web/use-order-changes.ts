import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#web/api.ts'
import { orderChanges } from '../contract.ts'

/** Polls, and often while an outcome is pending. */
export const useOrderChanges = (orderId: string) =>
  useQuery({
    ...queryOf(orderChanges.list, { params: { id: orderId } }),
    refetchInterval: ({ state }) => (state.data?.changes.some(({ endedAt }) => endedAt === null) ? 5_000 : 20_000),
  })
