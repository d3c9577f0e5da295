import { type DemoBusiness, demoStaff } from './businesses.ts'
import { assortmentOf, type Regular, seasonOf } from './history-assortment.ts'
import { invoiceFor } from './history-invoices.ts'
import { between, randomFrom, ulidAt } from './history-numbers.ts'
import type { DemoInvoice, DemoOrder, DemoOrderLine } from './history-shapes.ts'
import { deliveredAtOf, shippedAtOf, trackingOf } from './history-parcels.ts'
import type { DemoProduct } from './products.ts'

interface Query {
  today: Date
  products: DemoProduct[]
  businesses: DemoBusiness[]
}

const day = 86_400_000
const daysPast = 730
/** Winters are busy, summers slow; January first. */
const monthRhythm = [1.12, 1.05, 1, 0.97, 0.94, 0.9, 0.88, 0.92, 1, 1.05, 1.08, 1.1]
/** Mondays are busy, Fridays slow, Saturday orders rare; index 0 is Sunday. */
const weekdayRhythm = [0, 1.3, 1.15, 1, 1.05, 0.85, 0.1]
const rhythmOfAYear = 284
/** This buyer ordered on these last working days, so that the demo shows orders in every stage. */
const shownTo = 'buyer@demo.example'
const daysShown = [1, 2, 3, 5, 7]

/**
 * Two years of orders up to `today`, oldest first. Each date has its own seed, so that tomorrow's history continues
 * today's.
 */
export const makeHistory = ({
  today,
  products,
  businesses,
}: Query): { orders: DemoOrder[]; invoices: DemoInvoice[] } => {
  const midnight = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate())
  const drafts = businesses.flatMap((business) => ordersOf(business, assortmentOf(business, products), midnight))
  const past = drafts
    .filter((order) => order.createdAt <= today.toISOString())
    .toSorted((a, b) => (a.createdAt + a.accountID < b.createdAt + b.accountID ? -1 : 1))
  const numbered = withoutLatestIds(
    inStages(past, today).map((order, at) => ({ ...order, orderIdSap: String(510_020 + at * 3) })),
  )
  const invoices = numbered
    .filter((order) => order.orderStatusSap === '3' && !order.isCanceled)
    .map((order, at) => invoiceFor(order, { today, invoiceID: String(90_000_417 + at) }))
  const invoiceOf = new Map(invoices.map((invoice) => [invoice.orderIdSap, invoice]))
  return { orders: numbered.map((order) => settled(order, invoiceOf.get(order.orderIdSap))), invoices }
}

const shareCanceled = 0.02

const ordersOf = (business: DemoBusiness, assortment: Regular[], midnight: number): DemoOrder[] =>
  Array.from({ length: daysPast }, (_, at) => daysPast - 1 - at).flatMap((age) => {
    const date = midnight - age * day
    const random = randomFrom(`${business.accountID}:${new Date(date).toISOString().slice(0, 10)}`)
    const growth = 1.25 - (age / daysPast) * 0.5
    const month = new Date(date).getUTCMonth()
    const season = monthRhythm[month] ?? 1
    const weight = weekdayRhythm[new Date(date).getUTCDay()] ?? 0
    const worked = workingDays(date, midnight)
    const isShown = business.email === shownTo && weight > 0.5 && daysShown.includes(worked)
    if (random() >= (business.ordersPerYear / rhythmOfAYear) * weight * growth * season && !isShown) return []
    return [orderOn({ business, assortment, date, worked, random })]
  })

/** Alternates between the buyers of the business. */
const buyerOn = (business: DemoBusiness, date: number) => {
  const buyers = [business, ...business.colleagues.filter(({ role }) => role === undefined)]
  return buyers[Math.floor(date / day) % buyers.length] ?? business
}

interface Occasion {
  business: DemoBusiness
  assortment: Regular[]
  date: number
  /** Working days since then, not counting that day. */
  worked: number
  random: () => number
}

const orderOn = ({ business, assortment, date, worked, random }: Occasion): DemoOrder => {
  const createdAt = date + between(random, 13 * 60, 22 * 60) * 60_000 + between(random, 0, 59_999)
  const regulars = drawn(inSeason(assortment, new Date(date).getUTCMonth()), between(random, 2, 9), random)
  const orderItems = regulars.map((regular) => lineOf(regular, random))
  const isOvernight = regulars.some(({ product }) => product.coldStatus !== '') || random() < 0.04
  const isCanceled = worked > 1 && random() < shareCanceled
  const itemsCents = orderItems.reduce((sum, line) => sum + line.totalCents, 0)
  const isFromErp = random() < 0.08
  const isByRep = !isFromErp && random() < 0.07
  return {
    externalReference: isFromErp ? '' : `AP-${ulidAt(createdAt, random)}`,
    customerEmail: buyerOn(business, date).email,
    placedByEmail: isByRep ? representative(random) : '',
    accountID: business.accountID,
    orderItems,
    shippingAddress: {
      fullName: business.shipto_name,
      address: business.shipto_address1,
      city: business.shipto_city,
      postalCode: business.shipto_zip,
      country: business.shipto_country,
      region: business.shipto_state,
    },
    paymentMethod: 'By Invoice',
    shippingMethod: isOvernight ? 'FEDEX PRIORITY OVERNIGHT' : 'UPS GROUND',
    purchaseOrder: purchaseOrderOf(business, date, random),
    itemsCents,
    totalCents: itemsCents,
    isPaid: false,
    paidAt: null,
    shippedAt: null,
    isDelivered: false,
    deliveredAt: null,
    orderIdSap: '',
    orderStatusSap: '1',
    isCanceled,
    trackingCode: '',
    orderFromSAP: isFromErp,
    createdAt: new Date(createdAt).toISOString(),
  }
}

const inSeason = (assortment: Regular[], month: number): Regular[] =>
  assortment.map((regular) => ({ ...regular, weight: regular.weight * seasonOf(regular.product.category, month) }))

/** A weighted random selection without repeats. */
const drawn = (assortment: Regular[], count: number, random: () => number): Regular[] =>
  assortment
    .map((regular) => ({ regular, luck: random() ** (1 / regular.weight) }))
    .toSorted((a, b) => b.luck - a.luck)
    .slice(0, count)
    .map(({ regular }) => regular)

const lineOf = ({ product, quantity: usual }: Regular, random: () => number): DemoOrderLine => {
  const quantity = Math.max(1, Math.round(usual * (0.75 + random() * 0.5)))
  const priceCents = Math.round(product.price * 100)
  return { ndcNumber: product.ndcNumber, name: product.name, quantity, priceCents, totalCents: priceCents * quantity }
}

const ordersPerStage = 10
const stages: readonly DemoOrder['orderStatusSap'][] = ['4', '1', '2']

/** The newest orders are in preparation, those before are open, then in process; all others are completed. */
const inStages = (orders: DemoOrder[], today: Date): DemoOrder[] => {
  let rank = 0
  return orders
    .toReversed()
    .map((order) => {
      if (order.isCanceled) return order
      const orderStatusSap = stages[Math.floor(rank++ / ordersPerStage)] ?? '3'
      if (orderStatusSap !== '2' && orderStatusSap !== '3') return { ...order, orderStatusSap }
      return { ...order, orderStatusSap, trackingCode: trackingOf(order), shippedAt: shippedAtOf(order, today) }
    })
    .toReversed()
}

const workingDays = (from: number, to: number): number => {
  const days = Math.min(Math.round((to - from) / day), 14)
  return Array.from({ length: days }, (_, at) => new Date(to - at * day).getUTCDay()).filter(
    (weekday) => weekday % 6 !== 0,
  ).length
}

const purchaseOrderOf = (business: DemoBusiness, date: number, random: () => number): string => {
  const initials = business.companyName.replaceAll(/[^A-Z]/g, '')
  const month = new Date(date).toISOString().slice(2, 7).replace('-', '')
  return `${initials}-${month}-${between(random, 100, 999)}`
}

const representative = (random: () => number): string => {
  const reps = demoStaff.filter((person) => person.isSalesRep)
  return reps[between(random, 0, reps.length - 1)]?.email ?? ''
}

/** The last two portal orders have not reached the ERP yet. */
const withoutLatestIds = (orders: DemoOrder[]): DemoOrder[] => {
  const waiting = new Set(orders.filter((order) => !order.orderFromSAP && order.orderStatusSap !== '3').slice(-2))
  return orders.map((order) => (waiting.has(order) ? { ...order, orderIdSap: '', orderStatusSap: '4' } : order))
}

/** An order is marked as delivered only once it is paid, with the day its parcels arrived. */
const settled = (order: DemoOrder, invoice: DemoInvoice | undefined): DemoOrder =>
  invoice?.paidAt
    ? { ...order, isPaid: true, paidAt: invoice.paidAt, isDelivered: true, deliveredAt: deliveredAtOf(order) }
    : order
