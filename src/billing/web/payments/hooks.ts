import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { orders } from '#orders/contract.ts'
import { type Order } from '#orders/order-shapes.ts'
import { call, queryOf, useChange } from '#web/api.ts'
import type { ApiError } from '#web/api-error.ts'
import { invoices, maxArchived } from '../../invoices/contract.ts'
import { type OrderPayments, payments } from '../../payments/contract.ts'
import { invoicePayments, type InvoicesQuote } from '../../payments/invoice-payment-shapes.ts'

const refresh = [orders.byId, payments.ofOrder]

/** The status of an order's payments, polled while one may still arrive; a change refetches the order. */
export const useOrderPayments = ({ _id: id, isPaid }: Pick<Order, '_id' | 'isPaid'>) => {
  const client = useQueryClient()
  const query = useQuery({
    ...queryOf(payments.ofOrder, { params: { id } }),
    refetchInterval: ({ state }) => pauseAfter(state.data),
    // Reuses the result of the prefetch.
    staleTime: 3_000,
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

/** What the providers' forms pay, and their callbacks. */
export interface PayTarget {
  /** Dollars, for display; the server decides what is charged. */
  amount: number
  startStripe: () => Promise<{ clientSecret: string }>
  startPayPal: () => Promise<{ id: string }>
  /** Reports to the server that the provider says it is paid; errors appear next to the widget. */
  pay: (id: string, status: string) => Promise<unknown>
}

export const useOrderTarget = ({ _id: id, totalPrice }: Pick<Order, '_id' | 'totalPrice'>): PayTarget => {
  const pay = useChange(payments.pay, { refresh, quiet: () => true })
  return {
    amount: totalPrice,
    startStripe: () => call(payments.startStripe, { params: { id } }),
    startPayPal: () => call(payments.startPayPal, { params: { id } }),
    pay: (paymentId, status) => pay.mutateAsync({ params: { id }, body: { id: paymentId, status } }),
  }
}

/** The quote for a payment of these invoices. Staff and viewers do not pay, so they get none. */
export const useInvoicesQuote = (ids: readonly string[]) =>
  useQuery({
    ...queryOf(invoicePayments.quote, { query: { ids: ids.join(',') } }),
    enabled: ids.length > 0 && ids.length <= maxArchived,
    retry: false,
    placeholderData: keepPreviousData,
  })

export const useInvoicesTarget = ({ shares, total }: InvoicesQuote, done: () => void): PayTarget => {
  const pay = useChange(invoicePayments.pay, {
    refresh: [invoicePayments.quote, invoicePayments.ofInvoice, invoices.byId, invoices.list, invoices.totals],
    refreshesAlways: true,
    quiet: () => true,
    onSuccess: done,
  })
  const body = { ids: shares.map(({ invoiceID }) => invoiceID).join(','), total }
  return {
    amount: total,
    startStripe: () => call(invoicePayments.startStripe, { body }),
    startPayPal: () => call(invoicePayments.startPayPal, { body }),
    pay: (id, status) => pay.mutateAsync({ body: { id, status } }),
  }
}

export const useInvoicePayments = (id: string) => useQuery(queryOf(invoicePayments.ofInvoice, { params: { id } }))

export const wasDeclined = ({ details }: ApiError): boolean => details['declined'] === true

export const useMarkPaid = () => useChange(payments.markPaid, { refresh })
