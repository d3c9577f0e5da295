import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { orders } from '#orders/contract.ts'
import { useChange } from '#web/api.ts'
import { orderChanges } from '../contract.ts'

export const useRequestChange = () =>
  useChange(orderChanges.request, {
    refresh: [orderChanges.list, orders.byId, orders.timeline, orders.mine, orders.all],
    refreshesAlways: true,
  })

/** Reads the order again with each new outcome, so that its lines and total agree with it. */
export const useOrderRefresh = (endedCount: number | undefined): void => {
  const client = useQueryClient()
  const seen = useRef(endedCount)
  useEffect(() => {
    if (seen.current !== undefined && seen.current !== endedCount)
      for (const { path } of [orders.byId, orders.timeline]) void client.invalidateQueries({ queryKey: [path] })
    seen.current = endedCount
  }, [client, endedCount])
}
