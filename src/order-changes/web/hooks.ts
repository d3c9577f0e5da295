import { orders } from '#orders/contract.ts'
import { useChange } from '#web/api.ts'
import { orderChanges } from '../contract.ts'

export const useRequestChange = () =>
  useChange(orderChanges.request, {
    refresh: [orderChanges.list, orders.byId, orders.timeline, orders.mine, orders.all],
    refreshesAlways: true,
  })
