import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { orders } from '#orders/contract.ts'
import type { Order } from '#orders/order-shapes.ts'
import { useChange } from '#web/api.ts'
import { orderChanges } from '../contract.ts'

export const useRequestChange = () =>
  useChange(orderChanges.request, {
    refresh: [orderChanges.list, orders.byId, orders.timeline, orders.mine, orders.all],
    refreshesAlways: true,
  })

/** Reads the order again with each new outcome, so that its lines and total agree with it. */
export const useOrderRefresh = (endedCount: number | undefined): void => useRefreshAfter(endedCount, orderPaths)

/** Reads the changes again with the order, which is polled: it may be too late now, or someone else has asked. */
export const useChangesRefresh = (order: Order): void => {
  const { handOver, holdReason, orderStatusSap, isCancelled, isDelivered, totalPrice, changes = [] } = order
  const seen = [handOver, holdReason, orderStatusSap, isCancelled, isDelivered, totalPrice, changes.length].join(' ')
  useRefreshAfter(seen, changesPaths)
}

const orderPaths = [orders.byId.path, orders.timeline.path]
const changesPaths = [orderChanges.list.path]

const useRefreshAfter = (value: string | number | undefined, paths: readonly string[]): void => {
  const client = useQueryClient()
  const seen = useRef(value)
  useEffect(() => {
    if (seen.current !== undefined && seen.current !== value)
      for (const path of paths) void client.invalidateQueries({ queryKey: [path] })
    seen.current = value
  }, [client, value, paths])
}
