import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
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
import { clearToasts, toastWarning } from '#web/toast.ts'
import {
  noCustomerMessage,
  otpMessage,
  type Order,
  type ShippingAddress,
  type Unavailable,
} from '../../order-shapes.ts'
import { chooseCustomer, useChosenCustomer } from './chosen-customer.ts'
import { repricedOf, unavailableOf, useAddressProfile, usePlaceOrder, usePricedLines } from './hooks.ts'
import { methodFor, orderOf, previewLines, previewTotals, shipToOf } from './preview-order.ts'
import { useVerificationCode } from './use-verification-code.ts'

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
