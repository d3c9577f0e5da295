import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { orders } from '#orders/contract.ts'
import { type Order } from '#orders/order-shapes.ts'
import { call, queryOf, useChange } from '#web/api.ts'
import type { ApiError } from '#web/api-error.ts'
import { type OrderPayments, payments } from '../contract.ts'

const refresh = [orders.byId, payments.ofOrder]

/** What became of an order's payments; followed while one may still arrive, and the order follows it. */
export const useOrderPayments = ({ _id: id, isPaid }: Pick<Order, '_id' | 'isPaid'>) => {
  const client = useQueryClient()
  const query = useQuery({
    ...queryOf(payments.ofOrder, { params: { id } }),
    refetchInterval: ({ state }) => pauseAfter(state.data),
  })
  const { data } = query
  useEffect(() => {
    const isNews = data && !isPaid && data.facts.some(({ state }) => state === 'paid')
    if (isNews) void client.invalidateQueries({ queryKey: [orders.byId.path] })
  }, [client, data, isPaid])
  return query
}

const pauseAfter = (data: OrderPayments | undefined): number | false => {
  if (data?.facts.some(({ state }) => state === 'taking')) return 3_000
  return data !== undefined && data.offered.length > 0 && 15_000
}

export const useStripeKey = () => useQuery({ ...queryOf(payments.stripeKey), staleTime: Infinity })
export const usePayPalKey = () => useQuery({ ...queryOf(payments.payPalKey), staleTime: Infinity })

export const startStripe = (id: string) => call(payments.startStripe, { params: { id } })
export const startPayPal = (id: string) => call(payments.startPayPal, { params: { id } })

/** Tells the server that the provider says it is paid; trouble is shown beside the widget. */
export const usePay = () => useChange(payments.pay, { refresh, success: ({ message }) => message, quiet: () => true })

export const wasDeclined = ({ details }: ApiError): boolean => details['declined'] === true

export const useMarkPaid = (done: () => void) =>
  useChange(payments.markPaid, { refresh, success: ({ message }) => message, onSuccess: done })
