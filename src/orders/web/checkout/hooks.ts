import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { factors } from '#identity/factors/contract.ts'
import { canUsePasskeys, signWithPasskey } from '#identity/web/factors/use-passkey.ts'
import { type CartItem, maxPurchaseOrderLength } from '#cart/cart.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { call, queryOf, useChange } from '#web/api.ts'
import type { ApiError } from '#web/api-error.ts'
import { randomKey } from '#web/random-key.ts'
import { toastError, toastWarning } from '#web/toast.ts'
import { orders } from '../../contract.ts'
import { type Approval, type Order, otpMessage } from '../../order-shapes.ts'
import { currentAttempt, endAttempt } from './order-attempt.ts'
import type { OrderDraft } from './preview-order.ts'
import { isLost, repricedOf, unavailableOf } from './read-refusal.ts'

/** Current prices of a cart; not refetched on focus, so that they stay the same during the review. */
export const usePricedLines = (
  items: readonly CartItem[],
  {
    forUser,
    shipToId,
    isReady = true,
  }: { forUser?: string | undefined; shipToId?: string | undefined; isReady?: boolean } = {},
) => {
  const orderItems = items.map(({ _id, quantity }) => ({ _id, quantity: Math.min(Math.max(quantity, 1), 9_999) }))
  return useQuery({
    ...queryOf(orders.price, { body: { orderItems, ...(forUser && { forUser }), ...(shipToId && { shipToId }) } }),
    enabled: items.length > 0 && isReady,
    refetchOnWindowFocus: false,
  })
}

export const useOrdersWithNumber = (number: string, forUser: string | undefined) =>
  useQuery({
    ...queryOf(orders.withPurchaseOrder, { query: { number, ...(forUser && { forUser }) } }),
    enabled: number !== '' && number.length <= maxPurchaseOrderLength,
  })

export const useSendCode = () => useChange(orders.sendOtp, { success: null })

interface Delivery {
  sentAt: number
  isLate: boolean
  /** Sent, after an earlier check found it delayed. */
  wasLate: boolean
}

/** Polls every 20 seconds whether the code requested at this moment was sent; null before the first answer. */
export const useCodeDelivery = (sentAt: number | null): Omit<Delivery, 'sentAt'> | null => {
  const [last, setLast] = useState<Delivery | null>(null)
  useEffect(() => {
    if (sentAt === null) return
    const look = async () => {
      const { isLate } = await call(orders.codeDelivery)
      setLast((before) => ({ sentAt, isLate, wasLate: !isLate && before?.sentAt === sentAt && before.isLate }))
      if (!isLate) clearInterval(timer)
    }
    const timer = setInterval(() => void look().catch(() => {}), secondsToLeave * 1_000)
    return () => clearInterval(timer)
  }, [sentAt])
  return last && last.sentAt === sentAt ? last : null
}

/** As on the server: a code that takes longer is delayed. */
const secondsToLeave = 20

/** Null if a passkey cannot replace the emailed code. */
export const usePasskeyCode = () => {
  const { data } = useQuery({ ...queryOf(factors.mine), enabled: canUsePasskeys() })
  const asked = useMutation({
    mutationFn: async (id: string) => {
      const passkey = await signWithPasskey(await call(orders.passkeyOptions))
      return call(orders.passkeyCode, { params: { id }, body: { passkey } })
    },
    onError: ({ message }) => toastError(message),
  })
  return data?.confirmsOrders ? asked : null
}

interface AfterPlacing {
  placed: (order: Order) => unknown
  asked: (id: string) => unknown
  /** Reads to refetch. */
  changed: Endpoint[]
}

/** Places an order for the user or, for staff, for a customer. Line-by-line refusals are shown by the page. */
export const usePlaceOrder = ({ placed, asked, changed }: AfterPlacing) => {
  const client = useQueryClient()
  const how = {
    headers: () => ({ 'idempotency-key': currentAttempt()?.key ?? randomKey() }),
    quiet: (error: ApiError) =>
      unavailableOf(error) !== null || repricedOf(error) !== null || isLost(error) || error.message === otpMessage,
    refresh: changed,
    success: null,
    refreshesAlways: true,
    onSuccess: async (reply: { order: Order; overBudget?: string[] | undefined } | { approval: Approval }) => {
      endAttempt()
      if (!('order' in reply)) return void (await asked(reply.approval._id))
      const { order } = reply
      client.setQueryData(queryOf(orders.byId, { params: { id: order._id } }).queryKey, order)
      await placed(order)
      if (reply.overBudget) toastWarning(`Your order was placed. ${reply.overBudget.join(' ')}`)
    },
  }
  const own = useChange(orders.place, how)
  const onBehalf = useChange(orders.placeFor, how)
  return {
    place: (draft: OrderDraft, forUser: string | undefined, onError: (error: ApiError) => void) =>
      forUser
        ? onBehalf.mutate({ params: { userId: forUser }, body: { ...draft, forUser } }, { onError })
        : own.mutate({ body: draft }, { onError }),
    isPending: own.isPending || onBehalf.isPending,
    isPlaced: own.isSuccess || onBehalf.isSuccess,
  }
}
