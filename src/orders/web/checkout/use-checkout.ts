import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useRef, useState } from 'react'
import { create } from 'zustand'
import type { UserRow } from '#accounts/account-shapes.ts'
import { type CartItem, isCold } from '#cart/cart.ts'
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
import { repricedOf, unavailableOf, useAddressProfile, usePlaceOrder, usePricedLines } from './hooks.ts'
import { useVerificationCode } from './use-verification-code.ts'
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
    forgetCheckout()
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
    if (isStaff && !customer) return askFor(chooser, noCustomerMessage)
    if (code.code.length !== 6) return askFor(codeInput, otpMessage)
    clearToasts()
    setRefusal(null)
    savePaymentMethod('By Invoice')
    const { purchaseOrder } = cart
    const order = orderOf({ lines, shippingAddress: shipTo, shippingMethod, purchaseOrder, otp: code.code })
    send(order, customer?._id, refused)
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
    adjustCart: (unavailable: Unavailable) => {
      fitCart(items, unavailable)
      setRefusal(null)
    },
    forgetRefusal: () => setRefusal(null),
  }
}
const askFor = (field: RefObject<HTMLInputElement | null>, message: string): void => {
  toastWarning(message)
  field.current?.focus()
}

const forgetCheckout = () => {
  clearCart()
  forgetItems()
  saveShippingMethod('')
  savePurchaseOrder('')
}

/** Leaves in the cart what the stock can give. */
const fitCart = (items: CartItem[], { soldOut, lowStock }: Unavailable) => {
  for (const { _id } of soldOut) removeItem(_id)
  for (const { _id, countInStock } of lowStock) {
    const item = items.find((one) => one._id === _id)
    if (item) addItem({ ...item, quantity: countInStock, countInStock })
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
