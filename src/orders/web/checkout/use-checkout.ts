import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { create } from 'zustand'
import type { UserRow } from '#accounts/account-shapes.ts'
import { isCold } from '#cart/cart.ts'
import {
  addItem,
  clearCart,
  forgetItems,
  removeItem,
  savePaymentMethod,
  savePurchaseOrder,
  saveShippingMethod,
  useCart,
} from '#cart/web/store.ts'
import type { SignedInUser } from '#shared/signed-in-user.ts'
import type { ApiError } from '#web/api-error.ts'
import { useUser } from '#web/session.ts'
import { clearToasts, toastWarning } from '#web/toast.ts'
import {
  noCustomerMessage,
  type Order,
  codeOverMessage,
  otpMessage,
  type ShippingAddress,
  type Unavailable,
} from '../../order-shapes.ts'
import { repricedOf, unavailableOf, useAddressProfile, usePlaceOrder, usePricedLines, useSendCode } from './hooks.ts'
import { methodFor, orderOf, previewLines, previewTotals, shipToOf } from './preview-order.ts'

/** Everything the last step of checkout knows and can do. */
export const useCheckout = (user: SignedInUser) => {
  const navigate = useNavigate()
  const cart = useCart()
  const items = cart.cartItems
  const isStaff = user.isAdmin || user.isSalesRep
  const customer = useChosenCustomer()
  const profile = useAddressProfile(isStaff ? customer?.email : user.email)
  const priced = usePricedLines(items, customer?._id)
  const code = useVerificationCode({ userId: user._id, customerId: customer?._id })
  const [refusal, setRefusal] = useState<ApiError | null>(null)
  const [isLeaving, setIsLeaving] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)
  const codeInput = useRef<HTMLInputElement>(null)

  const lines = previewLines(items, priced.data ?? [])
  const hasCold = lines.some(isCold)
  const shippingMethod = methodFor(cart.shippingMethod, hasCold)
  const shipTo: ShippingAddress | null = profile.data ? shipToOf(profile.data) : null

  const placed = (order: Order) => {
    setIsLeaving(true)
    clearToasts()
    clearCart()
    forgetItems()
    saveShippingMethod('')
    savePurchaseOrder('')
    chooseCustomer(user._id, null)
    return navigate({ to: '/order/$id', params: { id: order._id }, replace: true })
  }
  const { place: send, isPending } = usePlaceOrder(placed)

  const refused = (error: ApiError) => {
    setRefusal(error)
    if (error.status === 409) void priced.refetch()
    if (error.message === otpMessage) codeInput.current?.select()
    if (error.message === codeOverMessage) code.end()
  }

  const place = () => {
    if (isStaff && !customer) {
      toastWarning(noCustomerMessage)
      chooser.current?.focus()
      return
    }
    if (code.code.length !== 6) {
      toastWarning(otpMessage)
      codeInput.current?.focus()
      return
    }
    clearToasts()
    setRefusal(null)
    savePaymentMethod('By Invoice')
    const { purchaseOrder } = cart
    const order = orderOf({ lines, shippingAddress: shipTo, shippingMethod, purchaseOrder, otp: code.code })
    send(order, customer?._id, refused)
  }

  /** The cart as far as the stock goes. */
  const adjustCart = ({ soldOut, lowStock }: Unavailable) => {
    for (const { _id } of soldOut) removeItem(_id)
    for (const { _id, countInStock } of lowStock) {
      const item = items.find((one) => one._id === _id)
      if (item) addItem({ ...item, quantity: countInStock, countInStock })
    }
    setRefusal(null)
  }

  return {
    isStaff,
    items,
    customer,
    choose: (row: UserRow) => {
      clearToasts()
      chooseCustomer(user._id, row)
    },
    profile,
    priced,
    lines,
    totals: previewTotals(lines),
    hasCold,
    shipping: { shippingMethod, purchaseOrder: cart.purchaseOrder },
    code,
    chooser,
    codeInput,
    isPending,
    isLeaving,
    /** Nothing is ordered at prices that were not shown. */
    isReady: items.length > 0 && priced.data !== undefined && !priced.isFetching,
    place,
    unavailable: refusal && unavailableOf(refusal),
    repriced: refusal && repricedOf(refusal),
    adjustCart,
    forgetRefusal: () => setRefusal(null),
  }
}
export type Checkout = ReturnType<typeof useCheckout>

interface Choice {
  staffId: string
  customer: UserRow
}

const useChoice = create<{ choice: Choice | null }>(() => ({ choice: null }))

/** For whom the signed-in sales rep or admin is ordering; it lasts from one visit of the checkout to the next. */
const useChosenCustomer = (): UserRow | null => {
  const user = useUser()
  return useChoice(({ choice }) => (choice && choice.staffId === user?._id ? choice.customer : null))
}

const chooseCustomer = (staffId: string, customer: UserRow | null): void =>
  useChoice.setState({ choice: customer && { staffId, customer } })

const secondsBetween = 60

interface Ids {
  userId: string
  /** The chosen customer of a sales rep or an admin. */
  customerId: string | undefined
}

/** The code that confirms an order: who was sent one, what was typed, and when the next may be asked for. */
const useVerificationCode = ({ userId, customerId }: Ids) => {
  const { mutate, isPending } = useSendCode()
  const [code, setCode] = useState('')
  const [sentFor, setSentFor] = useState<string | null>(null)
  const [isOver, setIsOver] = useState(false)
  const [secondsLeft, waitFor] = useCountdown()
  const id = customerId ?? userId

  const send = () =>
    mutate(
      { params: { id } },
      {
        onSuccess: () => {
          setSentFor(id)
          setIsOver(false)
          setCode('')
          waitFor(secondsBetween)
        },
        onError: ({ details }) => {
          if (typeof details['retryAfter'] === 'number') waitFor(details['retryAfter'])
        },
      },
    )

  return {
    code,
    /** Digits only, so that a code pasted with blanks around or inside fits. */
    setCode: (typed: string) => setCode(typed.replaceAll(/\D/g, '').slice(0, 6)),
    isSent: !isOver && (sentFor === id || sentFor === userId),
    isOver,
    end: () => {
      setIsOver(true)
      setCode('')
    },
    /** A code is bound to the customer it was sent for. */
    isForAnother: !isOver && sentFor !== null && sentFor !== id && sentFor !== userId,
    isSending: isPending,
    secondsLeft,
    send,
  }
}
export type VerificationCode = ReturnType<typeof useVerificationCode>

const useCountdown = () => {
  const [endsAt, setEndsAt] = useState(0)
  const [now, setNow] = useState(0)
  const secondsLeft = Math.max(0, Math.ceil((endsAt - now) / 1_000))

  useEffect(() => {
    if (secondsLeft === 0) return
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [secondsLeft])

  const waitFor = (seconds: number) => {
    setNow(Date.now())
    setEndsAt(Date.now() + seconds * 1_000)
  }
  return [secondsLeft, waitFor] as const
}
