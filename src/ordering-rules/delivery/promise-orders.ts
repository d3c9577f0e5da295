import type { Db } from '#platform/db/tables.ts'
import { businessDay } from '#shared/business-day.ts'
import { coldMethod } from './delivery-shapes.ts'
import { calendarFrom } from './find-arrivals.ts'
import { promiseArrival } from './promise-arrival.ts'

/** An order and its shipping method. */
export interface Placed {
  at: string
  method: string
}

/** The days on which these orders should arrive by the promise at checkout; orders without a promise are omitted. */
export const promiseOrders = async (db: Db, timeZone: string, placed: readonly Placed[]): Promise<string[]> => {
  const first = placed.map(({ at }) => at).toSorted()[0]
  if (first === undefined) return []
  const { methods, calendar } = await calendarFrom(db, businessDay(timeZone, new Date(first)))
  return placed.flatMap((order) => {
    const method = methods.find((one) => one.method === order.method)
    const isCold = order.method === coldMethod
    const promise = method && promiseArrival({ now: new Date(order.at), timeZone, calendar, method, isCold })
    return promise ? [promise.arrivesOn] : []
  })
}
