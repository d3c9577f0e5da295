import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callAddress } from '#web/api-address.ts'
import { call, queryOf, useChange } from '#web/api.ts'
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
    // Order numbers arrive within seconds: poll while one is pending.
    refetchInterval: ({ state }) =>
      state.data?.rows.some((row) => !row.isCancelled && isOnItsWay(row)) ? 5_000 : false,
  })

const isOnItsWay = ({ handOver, createdAt }: { handOver: string; createdAt: string }): boolean =>
  handOver === 'sending' || (handOver === 'waiting' && Date.now() - Date.parse(createdAt) < 120_000)

export const saveMyOrders = (userId: string, table: OrderTable, rows: FileRows): Promise<void> =>
  saveOrders(orders.mineCsv.path, userId, table, rows)

export const saveAllOrders = (table: OrderTable, rows: FileRows): Promise<void> =>
  saveOrders(orders.allCsv.path, 'all', table, rows)

type FileRows = 'orders' | 'lines'

const saveOrders = (path: string, id: string, { sent: { query, sort } }: OrderTable, rows: FileRows): Promise<void> =>
  rows === 'orders'
    ? download(callAddress(path, { params: { id }, query: { query, sort } }), 'orders.csv')
    : download(callAddress(path, { params: { id }, query: { query, sort, rows, format: 'xlsx' } }), 'order-lines.xlsx')

/** The ERP's order number is all digits. */
export const hasNumber = (order: Order | undefined): boolean => /^\d+$/.test(order?.orderIdSap ?? '')

/** Polls one order while it can change: often while its number is pending, then less often. */
export const useOrder = (id: string) => {
  const [openedAt] = useState(Date.now)
  return useQuery({
    ...queryOf(orders.byId, { params: { id } }),
    refetchInterval: ({ state }) => (state.data ? pauseAfter(state.data, Date.now() - openedAt) : false),
  })
}

const pauseAfter = (order: Order, milliseconds: number): number | false => {
  if (order.orderStatusSap === '3') return false
  if (order.isCancelled) return 20_000
  if (hasNumber(order) || order.handOver === 'held') return 20_000
  return milliseconds < 20_000 ? 2_000 : 10_000
}

export const useReorderLines = (orderId: string | null, isRest: boolean) =>
  useQuery({
    ...queryOf(orders.reorder, { params: { id: orderId ?? '' }, query: isRest ? { rest: 'ended' } : {} }),
    enabled: orderId !== null,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

const lists = [orders.mine, orders.all, orders.byId, orders.timeline]

export const useSyncOrder = () =>
  useChange(orders.sync, {
    refresh: lists,
    refreshesAlways: true,
    success: null,
    // Without an order number the sync has not succeeded yet.
    onSuccess: ({ message, orderIdSap }) => (orderIdSap === null ? toastWarning : toastSuccess)(message),
  })

export const useDeleteOrder = (done: () => void) => useChange(orders.remove, { refresh: lists, onSuccess: done })

export const useDeliverOrder = () => useChange(orders.deliver, { refresh: lists })

/** Refetched whenever the order changes; the previous timeline stays until then. */
export const useTimeline = ({
  _id,
  handOver,
  orderIdSap,
  orderStatusSap,
  trackingCode,
  isPaid,
  isDelivered,
  canceled,
  canceledLines,
}: Order) => {
  const asked = queryOf(orders.timeline, { params: { id: _id } })
  const seen = [
    handOver,
    orderIdSap,
    orderStatusSap,
    trackingCode,
    isPaid,
    isDelivered,
    canceled?.at,
    canceledLines,
  ].join(' ')
  return useQuery({
    queryKey: [...asked.queryKey, seen],
    queryFn: ({ signal }) => call(orders.timeline, { params: { id: _id } }, { signal }),
    placeholderData: keepPreviousData,
  })
}

export const saveConfirmation = (orderId: string, number: string | null): Promise<void> =>
  download(callAddress(orders.confirmation.path, { params: { id: orderId } }), `order-${number ?? orderId}.pdf`)
