import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useAddressProfile } from '#customers/web/use-address-profile.ts'
import type { BackorderChoice } from '#fulfillment/backorder-shapes.ts'
import { type CartItem, detailsOf, isCold } from '#cart/cart.ts'
import {
  clearCart,
  forgetItems,
  removeFromBrowserCart,
  savePaymentMethod,
  setQuantity,
  useCart,
} from '#cart/web/store.ts'
import { refreshCart } from '#cart/web/sync-cart.ts'
import { paymentFor, shippingFor } from '#ordering-rules/methods/method-shapes.ts'
import { useOpenDays } from '#ordering-rules/web/delivery/use-open-days.ts'
import { useOpenMethods } from '#ordering-rules/web/methods/use-open-methods.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import type { SignedInUser } from '#shared/signed-in-user.ts'
import type { ApiError } from '#web/api-error.ts'
import { chooseCustomer, type Customer, useCustomer } from '#web/ordering-for.ts'
import { randomKey } from '#web/random-key.ts'
import { session } from '#web/session.ts'
import { clearToasts, toastWarning } from '#web/toast.ts'
import { useIsFirstLoadDone } from '#web/use-first-load.ts'
import { type CostCenterChoices, noPurchaseOrderMessage } from '../../charge-shapes.ts'
import {
  codeExpiredMessage,
  noCustomerMessage,
  type Order,
  otpMessage,
  type ShippingAddress,
} from '../../order-shapes.ts'
import { usePlaceOrder, usePricedLines } from './hooks.ts'
import { isLost, type RefusedLines, repricedOf, unavailableOf } from './read-refusal.ts'
import { beginAttempt, endAttempt, markAttemptLost, useAttempt } from './order-attempt.ts'
import { useVerificationCode } from './use-verification-code.ts'
import { addressLines, orderBody, previewLines, previewTotals, profileShipTo } from './preview-order.ts'
import { chooseShipTo, useShipTo } from '#colleagues/web/ship-to/use-ship-to.ts'

/** What the billed business's purchase policy adds to the checkout. */
export interface CheckoutPolicy {
  costCenters: CostCenterChoices | undefined
  refreshCostCenters: () => void
  /** Reads to refetch after a placement. */
  changed: Endpoint[]
}

/** State and actions of the last checkout step. */
export const useCheckout = (user: SignedInUser, { changed, ...costs }: CheckoutPolicy) => {
  const navigate = useNavigate()
  const cart = useCart()
  const items = cart.cartItems
  const isStaff = user.isAdmin || user.isSalesRep
  const customer = useCustomer()
  const profile = useAddressProfile(isStaff ? customer?.email : user.email)
  const to = useShipTo(isStaff ? customer?._id : user._id)
  const priced = usePricedLines(items, { forUser: customer?._id, shipToId: to.chosen?._id, isReady: to.isKnown })
  const code = useVerificationCode({ userId: user._id, customerId: customer?._id })
  const charge = useCharge(customer?._id, costs)
  const [refusal, setRefusal] = useState<ApiError | null>(null)
  const [isStockSettled, setIsStockSettled] = useState(false)
  const [chosenBackorders, chooseBackorders] = useState<{ customerId: string | undefined; choice: BackorderChoice }>()
  const [approvalReason, setApprovalReason] = useState('')
  const [isLeaving, setIsLeaving] = useState(false)
  const [isPreparing, setIsPreparing] = useState(false)
  const { attempt, isSending, outcome } = useAttempt()
  const [isNumberMissing, setIsNumberMissing] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)
  const numberInput = useRef<HTMLInputElement>(null)
  const codeInput = useRef<HTMLInputElement>(null)

  const preset = costs.costCenters?.backorders ?? null
  const backorders =
    chosenBackorders && chosenBackorders.customerId === customer?._id ? chosenBackorders.choice : preset
  const lines = previewLines(items, priced.data ?? [])
  const hasCold = lines.some(isCold)
  const open = useOpenMethods()
  const shippingMethod = shippingFor(cart.shippingMethod, hasCold, open.data?.shipping)
  const days = useOpenDays(lines, shippingMethod)
  const paymentMethod = paymentFor(open.data?.payment)
  const own = profile.data ? profileShipTo(profile.data) : null
  const isSettled = useIsFirstLoadDone()
  const shipTo: ShippingAddress | null = to.chosen ? addressLines(to.chosen) : own

  const placed = (order: Order) => {
    setIsLeaving(true)
    clearToasts()
    forgetCheckout()
    return navigate({ to: '/order/$id', params: { id: order._id }, replace: true })
  }
  const asked = (id: string) => {
    setIsLeaving(true)
    clearToasts()
    forgetCheckout()
    return navigate({ to: '/approvals/$id', params: { id }, replace: true })
  }
  const { place: send, isPending } = usePlaceOrder({ placed, asked, changed })

  const refuseCode = () => {
    code.refuse(otpMessage)
    codeInput.current?.focus()
    codeInput.current?.select()
  }

  const askForNumber = () => {
    setIsNumberMissing(true)
    // Customers enter it in the previous step.
    if (numberInput.current) numberInput.current.focus()
    else toastWarning(noPurchaseOrderMessage)
  }

  const refused = (error: ApiError) => {
    if (isLost(error)) return markAttemptLost()
    endAttempt()
    setRefusal(error)
    setIsStockSettled(false)
    if (error.details['field'] === 'costCenterId') charge.refuse(error.message)
    if (error.details['field'] === 'purchaseOrder') askForNumber()
    if (error.status === 409) void Promise.all([priced.refetch(), open.refetch()])
    if (error.message === otpMessage) refuseCode()
    if (error.message === codeExpiredMessage) code.end()
    if (isOtherCart(error)) void refreshCart().catch(() => {})
  }

  const place = async () => {
    if (isPreparing || !shippingMethod || !paymentMethod) return
    if (isStaff && !customer) return askFor(chooser, noCustomerMessage)
    if (charge.isMissing) return charge.ask()
    if (costs.costCenters?.needsPurchaseOrder && cart.purchaseOrder.trim() === '') return askForNumber()
    if (!/^\d{6}$/.test(code.code.replaceAll(/\s/g, ''))) return refuseCode()
    if (!navigator.onLine) return toastWarning(offlineMessage)
    clearToasts()
    setRefusal(null)
    setIsPreparing(true)
    const isSame = await isStillTheCart(items)
    setIsPreparing(false)
    if (!isSame) return
    savePaymentMethod(paymentMethod)
    const order = orderBody({
      lines,
      shippingAddress: shipTo,
      shipToId: to.chosen?._id,
      details: detailsOf(cart),
      shippingMethod,
      paymentMethod,
      costCenterId: charge.costCenterId,
      ...(preset && backorders && { backorders }),
      approvalReason,
      otp: code.code,
    })
    const key = useCart.getState().kept?.orderKey ?? randomKey()
    beginAttempt({ key, userId: user._id, lines: lines.length, total: order.totalPrice })
    send(order, customer?._id, refused)
  }

  // An order that was placed although its response was lost is shown like any other.
  const foundOrder = outcome?.orderId
  const foundApproval = outcome?.approvalId
  useEffect(() => {
    if (foundOrder) void navigate({ to: '/order/$id', params: { id: foundOrder }, replace: true })
    if (foundApproval) void navigate({ to: '/approvals/$id', params: { id: foundApproval }, replace: true })
  }, [foundOrder, foundApproval, navigate])

  return {
    isStaff,
    items,
    customer,
    choose: (row: Customer) => {
      clearToasts()
      chooseCustomer(row)
    },
    profile,
    priced,
    lines,
    totals: previewTotals(lines),
    hasCold,
    shipping: {
      ...detailsOf(cart),
      shippingMethod,
      paymentMethod,
      days,
      open: open.data,
      needsNumber: costs.costCenters?.needsPurchaseOrder === true,
      isNumberMissing: isNumberMissing && cart.purchaseOrder.trim() === '',
      numberInput,
    },
    charge,
    /** Null if the business is not asked. */
    backorders: preset && backorders,
    chooseBackorders: (choice: BackorderChoice) => chooseBackorders({ customerId: customer?._id, choice }),
    approval: { reason: approvalReason, setReason: setApprovalReason },
    code,
    chooser,
    codeInput,
    isPending: isPending || isPreparing,
    isLeaving,
    /** False until the server's cart has loaded. */
    isKnown: cart.isKnown,
    isSettled,
    /** False while prices are loading, a line cannot be ordered, or an earlier attempt has no known outcome. */
    isReady:
      isSettled &&
      items.length > 0 &&
      priced.data !== undefined &&
      !priced.isFetching &&
      lines.every(({ notice }) => notice === null) &&
      open.data !== undefined &&
      shippingMethod !== null &&
      paymentMethod !== null &&
      to.isKnown &&
      !to.isGone &&
      (attempt === null || attempt.userId !== user._id || isSending),
    place,
    unavailable: refusal && !isStockSettled ? unavailableOf(refusal) : null,
    /** Stays until the next attempt: adjusting the cart does not accept the new price. */
    repriced: refusal && repricedOf(refusal),
    adjustCart: (unavailable: RefusedLines) => {
      fitCart(items, unavailable)
      setIsStockSettled(true)
    },
    forgetRefusal: () => setIsStockSettled(true),
  }
}
const askFor = (field: RefObject<HTMLInputElement | null>, message: string): void => {
  toastWarning(message)
  field.current?.focus()
}

const offlineMessage = 'You are offline, so nothing was sent. Place the order when you are back online.'

/** Another window placed or abandoned this cart's order. */
const isOtherCart = ({ details }: ApiError): boolean =>
  details['keyIsOver'] === true || details['placedOrderId'] !== undefined

/** Whether the server's cart matches the displayed one; shows a warning if not. */
const isStillTheCart = async (items: readonly CartItem[]): Promise<boolean> => {
  try {
    await refreshCart()
  } catch (error) {
    // A signed-out user has been redirected to a page that says so.
    if (session().user) toastWarning(`Nothing was sent. ${error instanceof Error ? error.message : 'Try again.'}`)
    return false
  }
  const contentOf = (all: readonly CartItem[]) => JSON.stringify(all.map(({ _id, quantity }) => [_id, quantity]))
  const isSame = contentOf(useCart.getState().cartItems) === contentOf(items)
  if (!isSame) toastWarning('Your cart was changed in another window. Check it and place the order again.')
  return isSame
}

/** The server has already emptied the cart; this shows it without waiting for a refresh. */
const forgetCheckout = () => {
  chooseShipTo(null)
  clearCart()
  forgetItems()
  void refreshCart().catch(() => {})
}

/** Reduces the cart to what stock and limits allow; `seenPrice` stays, so price changes remain visible. */
const fitCart = (items: CartItem[], { soldOut, lowStock, overLimit, notSupplied }: RefusedLines) => {
  for (const { _id } of [...soldOut, ...notSupplied]) removeFromBrowserCart(_id)
  for (const { _id, countInStock } of lowStock) {
    const item = items.find((one) => one._id === _id)
    if (item) setQuantity({ ...item, countInStock }, countInStock)
  }
  for (const { _id, fits } of overLimit) {
    const item = items.find((one) => one._id === _id)
    if (item && fits > 0) setQuantity(item, fits)
    else removeFromBrowserCart(_id)
  }
}

export type Checkout = ReturnType<typeof useCheckout>

/** The cost center for the order, from the billed business's list; reset when the customer changes. */
const useCharge = (
  customerId: string | undefined,
  { costCenters: choices, refreshCostCenters }: Omit<CheckoutPolicy, 'changed'>,
) => {
  const [chosen, setChosen] = useState<{ customerId: string | undefined; id: string | undefined } | null>(null)
  const [error, setError] = useState<string | undefined>()
  const field = useRef<HTMLSelectElement>(null)
  const offered = choices?.costCenters ?? []
  const id = chosen?.customerId === customerId ? chosen?.id : undefined
  const costCenterId = offered.some(({ _id }) => _id === id) ? id : undefined
  return {
    /** Undefined if there are no cost centers. */
    choices: offered.length > 0 ? choices : undefined,
    field,
    costCenterId,
    isMissing: choices?.isRequired === true && costCenterId === undefined,
    error,
    choose: (next: string | undefined) => {
      setError(undefined)
      setChosen({ customerId, id: next })
    },
    ask: () => {
      setError('Choose a cost center for this order.')
      field.current?.focus()
    },
    /** The list may have changed. */
    refuse: (message: string) => {
      setError(message)
      refreshCostCenters()
    },
  }
}
