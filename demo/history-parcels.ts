import type { DemoOrder } from './history-shapes.ts'
import { between, fedexNumber, randomFrom, upsNumber } from './history-numbers.ts'

const hour = 3_600_000
const day = 24 * hour

const isOvernight = ({ shippingMethod }: DemoOrder): boolean => shippingMethod.startsWith('FEDEX')

export const trackingOf = (order: DemoOrder): string => {
  const random = randomFrom(`parcels:${order.accountID}:${order.createdAt}`)
  return Array.from({ length: order.orderItems.length > 7 ? 2 : 1 }, () =>
    isOvernight(order) ? fedexNumber(random) : upsNumber(random),
  ).join(',')
}

/** A weekday: the next one for refrigerated products, up to three days later for others. */
export const shippedAtOf = (order: DemoOrder, today: Date): string => {
  const random = randomFrom(`shipment:${order.accountID}:${order.createdAt}`)
  const wanted = Date.parse(order.createdAt) + (isOvernight(order) ? 1 : between(random, 1, 3)) * day - 2 * hour
  const shipped = onWeekday(wanted)
  return new Date(Math.min(shipped, today.getTime() - hour)).toISOString()
}

export const deliveredAtOf = (order: DemoOrder): string | null => {
  if (order.shippedAt === null) return null
  const random = randomFrom(`delivery:${order.accountID}:${order.createdAt}`)
  const transit = isOvernight(order) ? 1 : between(random, 2, 4)
  return new Date(onWeekday(Date.parse(order.shippedAt) + transit * day)).toISOString()
}

const onWeekday = (moment: number): number => {
  const weekday = new Date(moment).getUTCDay()
  return moment + (weekday === 6 ? 2 : weekday === 0 ? 1 : 0) * day
}
