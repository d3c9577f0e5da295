import { grouped } from '#shared/number-words.ts'

/** Quantity limits of a product per order; null means no limit. */
export interface OrderLimits {
  orderMinimum: number | null
  orderMaximum: number | null
  orderMultiple: number | null
}

/** Limits of a product; its DEA schedule, where known, or a hold may rule out ordering it here. */
export interface LimitedProduct extends OrderLimits {
  deaSchedule?: string | undefined
  /** Whether it is a controlled substance is not known, and the portal requires that it is. */
  isScheduleUnknown?: boolean | undefined
  isOnHold?: boolean | undefined
}

const maxOfOrder = 9_999

/** DEA accepts orders of Schedule II in two ways only (21 CFR 1305.03). */
export const scheduleTwo =
  'Schedule II products can’t be ordered here. Order them by CSOS, or send us the original DEA Form 222 by post.'

export const scheduleUnknown =
  'We have not confirmed yet whether this product is a controlled substance. Contact us to order it.'

/** Neither the reason nor a suspicion is shown to customers. */
export const onHoldByWholesaler = 'On hold by the wholesaler.'

/** Why the product cannot be ordered here in any quantity, or null. */
export const orderBlock = ({
  deaSchedule,
  isScheduleUnknown,
  isOnHold,
}: Omit<LimitedProduct, keyof OrderLimits>): string | null => {
  if (deaSchedule === 'CII') return scheduleTwo
  if (isOnHold) return onHoldByWholesaler
  return isScheduleUnknown ? scheduleUnknown : null
}

/** The same in the few words that fit in a list. */
export const orderBlockWords = ({ deaSchedule, isOnHold }: Omit<LimitedProduct, keyof OrderLimits>): string => {
  if (deaSchedule === 'CII') return 'CSOS or Form 222 only'
  return isOnHold ? 'On hold' : 'Schedule not confirmed'
}

/** Why the quantity cannot be ordered, or null if it can. */
export const quantityBlock = (limits: LimitedProduct, quantity: number): string | null => {
  const { orderMinimum, orderMaximum, orderMultiple } = limits
  const block = orderBlock(limits)
  if (block) return block
  if (orderMultiple && quantity % orderMultiple !== 0) return `Sold in multiples of ${grouped(orderMultiple)}.`
  if (orderMinimum && quantity < orderMinimum) return `At least ${grouped(minimumQuantity(limits))} in one order.`
  if (orderMaximum && quantity > orderMaximum) return `At most ${grouped(mostOf(limits))} in one order.`
  return null
}

/** The smallest quantity that can be ordered. */
export const minimumQuantity = ({ orderMinimum, orderMultiple }: Omit<OrderLimits, 'orderMaximum'>): number =>
  Math.ceil((orderMinimum ?? 1) / (orderMultiple ?? 1)) * (orderMultiple ?? 1)

const mostOf = ({ orderMaximum, orderMultiple }: OrderLimits): number =>
  Math.floor((orderMaximum ?? maxOfOrder) / (orderMultiple ?? 1)) * (orderMultiple ?? 1)

/** The orderable quantity nearest to the requested one within the available stock; 0 if there is none. */
export const fittingQuantity = (limits: LimitedProduct, wanted: number, available = maxOfOrder): number => {
  if (orderBlock(limits)) return 0
  const multiple = limits.orderMultiple ?? 1
  const most = Math.min(mostOf(limits), Math.floor(available / multiple) * multiple)
  const fits = Math.min(Math.max(Math.floor(wanted / multiple) * multiple, minimumQuantity(limits)), most)
  return fits < minimumQuantity(limits) ? 0 : fits
}

/** An error message if no quantity satisfies the limits, or null. */
export const noQuantityFits = (limits: OrderLimits): string | null =>
  minimumQuantity(limits) > mostOf(limits) ? 'No quantity fits this minimum, maximum and multiple.' : null

/** Describes the limits to show before a quantity is chosen; empty if there are none. */
export const limitWords = (limits: OrderLimits): string => {
  const { orderMinimum, orderMaximum, orderMultiple } = limits
  const parts = [
    orderMultiple && orderMultiple > 1 && `multiples of ${grouped(orderMultiple)}`,
    orderMinimum && orderMinimum > 1 && `at least ${grouped(minimumQuantity(limits))}`,
    orderMaximum && `at most ${grouped(mostOf(limits))}`,
  ].filter((part) => typeof part === 'string')
  const words = parts.join(', ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
