import type * as z from 'zod/mini'
import type { Db } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { notFound } from '#platform/http/refusal.ts'
import { toCents, toDollars } from '#shared/money.ts'
import { businessDay } from '#platform/business-day.ts'
import type { MySummary } from './contract.ts'
import { makeHabits } from '#recommendations/keep-habits.ts'
import { type Known, knowCustomer } from './know-customer.ts'
import { arrayOf, latestMonths } from '#recommendations/list-periods.ts'
import { offersOf } from '#recommendations/offer-products.ts'
import { reasonsFrom, suggestedAmong } from '#recommendations/suggest-products.ts'

type Dashboard = z.input<typeof MySummary>

const mostBoughtAgain = 8
const mostFavourites = 24
const monthsShown = 12

/** One's own dashboard, by id or e-mail; an admin may see anybody's, to everyone else other people do not exist. */
export const customerSummary = async (db: Db, caller: Caller, wanted: string, timeZone: string): Promise<Dashboard> => {
  const id = await idOf(db, caller, wanted)
  const months = latestMonths(monthsShown)
  const [person] = await knowCustomer(db, { id, periods: arrayOf([...months, 'always']) })
  if (!person) throw notFound('User')
  const made = person.habits || !person.business_id ? null : await makeHabits(db, person.business_id)
  const habits = made?.habits ?? person.habits ?? { bought: [], related: [] }
  const offered = new Map([...offersOf(person.offers), ...(made?.offers ?? [])].map((offer) => [offer._id, offer]))
  const products = suggestedAmong(offered, reasonsFrom(habits))
  const suggested = new Set(products.map(({ _id }) => _id))
  const buyAgain = habits.bought.flatMap(({ productId, orders, lastQuantity, lastAt }) => {
    const product = offered.get(productId)
    return product && !suggested.has(productId) ? [{ ...product, orders, lastQuantity, lastAt: new Date(lastAt) }] : []
  })
  const spent = spentIn(person)
  return {
    inv: person.invoices,
    orders: person.orders,
    products,
    favProd: person.favourites.flatMap((productId) => offered.get(productId) ?? []).slice(0, mostFavourites),
    buyAgain: buyAgain.slice(0, mostBoughtAgain),
    spend: months.map((month) => ({ month, amount: toDollars(spent.get(month) ?? 0) })),
    openOrders: {
      count: person.open_count,
      orders: (person.open ?? []).map((order) => ({ ...order, createdAt: new Date(order.createdAt) })),
    },
    license: licenseOf(person.license_expiry_date, timeZone),
  }
}

/** Cents of each month. */
const spentIn = ({ months, amounts }: Known): Map<string, number> => {
  const spent = new Map<string, number>()
  months?.forEach((month, at) => spent.set(month, (spent.get(month) ?? 0) + toCents(amounts?.[at] ?? 0)))
  return spent
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

const day = 86_400_000

/** A license is good until the end of its last day where the business is. */
const licenseOf = (expires: string | null, timeZone: string): Dashboard['license'] => ({
  expires,
  daysLeft: expires === null ? null : Math.round((Date.parse(expires) - Date.parse(businessDay(timeZone))) / day),
})
