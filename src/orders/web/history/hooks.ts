import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addressOf } from '#web/api-address.ts'
import { queryOf, useChange } from '#web/api.ts'
import { download } from '#web/download.ts'
import { toastSuccess, toastWarning } from '#web/toast.ts'
import { countedQueryOf, type Table } from '#web/table/use-table.ts'
import { orders } from '../../contract.ts'
import type { Order, orderList } from '../../order-shapes.ts'

export type OrderTable = Table<(typeof orderList.filters)[number], (typeof orderList.sorts)[number]>

export const useMyOrders = (userId: string, { sent }: OrderTable) =>
  useQuery(countedQueryOf(orders.mine, { params: { id: userId }, query: sent }))

export const useAllOrders = ({ sent }: OrderTable) =>
  useQuery({
    ...countedQueryOf(orders.all, { params: { id: 'all' }, query: sent }),
    // Numbers arrive within seconds: look again while one is on its way.
    refetchInterval: ({ state }) => (state.data?.rows.some(isOnItsWay) ? 5_000 : false),
  })

const isOnItsWay = ({ handOver, createdAt }: { handOver: string; createdAt: string }): boolean =>
  handOver === 'sending' || (handOver === 'waiting' && Date.now() - Date.parse(createdAt) < 120_000)

export const saveMyOrders = (userId: string, { sent: { query, sort } }: OrderTable): Promise<void> =>
  download(addressOf(orders.mineCsv.path, { params: { id: userId }, query: { query, sort } }), 'orders.csv')

export const saveAllOrders = ({ sent: { query, sort } }: OrderTable): Promise<void> =>
  download(addressOf(orders.allCsv.path, { params: { id: 'all' }, query: { query, sort } }), 'orders.csv')

/** The ERP's order number is all digits. */
export const hasNumber = (order: Order | undefined): boolean => /^\d+$/.test(order?.orderIdSap ?? '')

/** One order; while its number is missing it is read again for two minutes, eagerly at first, later on focus. */
export const useOrder = (id: string) => {
  const [openedAt] = useState(Date.now)
  return useQuery({
    ...queryOf(orders.byId, { params: { id } }),
    refetchInterval: ({ state }) => (state.data && !hasNumber(state.data) ? pauseAfter(Date.now() - openedAt) : false),
  })
}

const pauseAfter = (milliseconds: number): number | false => {
  if (milliseconds < 20_000) return 2_000
  return milliseconds < 120_000 && 10_000
}

export const useReorderLines = (orderId: string | null) =>
  useQuery({
    ...queryOf(orders.reorder, { params: { id: orderId ?? '' } }),
    enabled: orderId !== null,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

const lists = [orders.mine, orders.all, orders.byId, orders.timeline]

export const useSyncOrder = () =>
  useChange(orders.sync, {
    refresh: lists,
    refreshesAlways: true,
    // Without a number nothing has succeeded yet.
    onSuccess: ({ message, orderIdSap }) => (orderIdSap === null ? toastWarning : toastSuccess)(message),
  })

export const useDeleteOrder = (done: () => void) =>
  useChange(orders.remove, { refresh: lists, success: ({ message }) => message, onSuccess: done })

export const useDeliverOrder = () => useChange(orders.deliver, { refresh: lists, success: ({ message }) => message })

export const useReleaseOrder = (done: () => void) =>
  useChange(orders.release, { refresh: lists, success: ({ message }) => message, onSuccess: done })

export const useTimeline = (orderId: string) => useQuery(queryOf(orders.timeline, { params: { id: orderId } }))

export const saveConfirmation = (orderId: string, number: string | null): Promise<void> =>
  download(addressOf(orders.confirmation.path, { params: { id: orderId } }), `order-${number ?? orderId}.pdf`)
