import type * as z from 'zod/mini'
import type { Db } from '#server/db/tables.ts'
import type { Caller } from '#server/http/bearer.ts'
import { notFound } from '#server/http/refusal.ts'
import type { MySummary } from './contract.ts'
import { knowCustomer } from './know-customer.ts'
import { offeredProducts } from './offer-products.ts'
import { habitsOf, reasonsFrom, suggestedAmong } from './suggest-products.ts'

type Dashboard = z.input<typeof MySummary>

const mostBoughtAgain = 8
const mostFavourites = 24
/** Some of them are not sold any more. */
const mostLookedUp = 12
const monthsShown = 12
const firstYear = 1_990

/** One's own dashboard, by id or e-mail; an admin may see anybody's, to everyone else other people do not exist. */
export const customerSummary = async (db: Db, caller: Caller, wanted: string, timeZone: string): Promise<Dashboard> => {
  const id = await idOf(db, caller, wanted)
  const months = latestMonths(new Date())
  const [[person], habits] = await Promise.all([
    knowCustomer(db, { id, since: months[0] ?? '', periods: [...months, ...years()] }),
    habitsOf(db, id),
  ])
  if (!person) throw notFound('User')
  const again = habits.bought.slice(0, mostLookedUp)
  const favourites = person.favourites ?? []
  const reasons = reasonsFrom(habits)
  const offered = await offeredProducts(db, id, [
    ...new Set([
      ...again.map(({ productId }) => productId),
      ...favourites,
      ...reasons.map(({ productId }) => productId),
    ]),
  ])
  const products = suggestedAmong(offered, reasons)
  const suggested = new Set(products.map(({ _id }) => _id))
  const buyAgain = again.flatMap(({ productId, orders, lastQuantity, lastAt }) => {
    const product = offered.get(productId)
    return product && !suggested.has(productId) ? [{ ...product, orders, lastQuantity, lastAt: new Date(lastAt) }] : []
  })
  const spent = new Map(person.spend?.map(({ month, amount }) => [month, amount]))
  return {
    inv: person.invoices,
    orders: person.orders,
    products,
    favProd: favourites.flatMap((productId) => offered.get(productId) ?? []).slice(0, mostFavourites),
    buyAgain: buyAgain.slice(0, mostBoughtAgain),
    spend: months.map((month) => ({ month, amount: spent.get(month) ?? 0 })),
    openOrders: {
      count: person.open_count,
      orders: (person.open ?? []).map((order) => ({ ...order, createdAt: new Date(order.createdAt) })),
    },
    licence: licenceOf(person.license_expiry_date, timeZone),
  }
}

const idOf = async (db: Db, caller: Caller, wanted: string): Promise<string> => {
  if (wanted === caller._id || wanted === caller.email) return caller._id
  if (!caller.isAdmin) throw notFound('User')
  if (!wanted.includes('@')) return wanted
  const person = await db
    .selectFrom('user_account')
    .select('id')
    .where('email', '=', wanted)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!person) throw notFound('User')
  return person.id
}

/** The last twelve, oldest first. */
const latestMonths = (today: Date): string[] =>
  Array.from({ length: monthsShown }, (_, at) =>
    new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - monthsShown + 1 + at, 1)).toISOString().slice(0, 7),
  )

/** Every year that an order can be of, a clock that goes wrong included. */
const years = (): string[] =>
  Array.from({ length: new Date().getUTCFullYear() - firstYear + 2 }, (_, at) => String(firstYear + at))

const day = 86_400_000

/** A licence is good until the end of its last day where the business is. */
const licenceOf = (expires: string | null, timeZone: string): Dashboard['licence'] => {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date())
  return { expires, daysLeft: expires === null ? null : Math.round((Date.parse(expires) - Date.parse(today)) / day) }
}
