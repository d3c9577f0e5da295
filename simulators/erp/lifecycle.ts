import type { Books, Counters, Order } from './books.ts'
import type { Chance } from './chance.ts'
import { amountText, type Decimal, decimal } from './decimal.ts'
import { newDelivery, openContents, putDelivery, splitContents } from './deliveries.ts'
import type { Content } from './deliveries.ts'
import { invoiceContents, invoiceOrder, nextNumbers, putInvoice } from './invoices.ts'
import { objectId, uuidOf } from './nodes.ts'
import { putOrder } from './sales-orders.ts'
import type { Change } from './store.ts'
import { trackingNumbers } from './tracking.ts'

/**
 * How a demo moves its orders: those of its visitors after some minutes in each state, and of the orders it started with
 * only the oldest of a state with more than `most`. Without a pace every order moves on with each tick.
 */
export interface Pace {
  most: number
  /** The highest number of the orders that the simulator started with. */
  lastInitial: number
}

/** One step of the business: orders move on, unreleased invoices are released, customers pay what is due. */
export const tick = (books: Books, now: number, chance: Chance, pace: Pace | null = null): Change[] => {
  const counters = nextNumbers(books)
  counters.ticks += 1
  const moved = movable(books, now, pace).flatMap((order) => advanceOrder(books, counters, order, now, chance, pace))
  const released = [...books.invoices.values()]
    .filter((invoice) => invoice.ReleaseStatusCode === '1')
    .map((invoice) => putInvoice({ ...invoice, ReleaseStatusCode: '3', LastChangeDateTime: now }))
  const paid = payments(books, counters, now, pace)
  return [...paid, ...moved, ...released, ...credits(books, [...paid, ...moved], now), ['counters', 'all', counters]]
}

export const release = (order: Order, now: number): Order => ({
  ...order,
  LifeCycleStatusCode: '1',
  ReleaseStatusCode: '3',
  LastChangeDateTime: now,
  Item: order.Item.map((item) => ({ ...item, ReleaseStatusCode: '3' })),
})

/** Hands a part of the order to the warehouse: a delivery exists and its parcels have numbers. */
export const deliver = (
  counters: Counters,
  order: Order,
  contents: readonly Content[],
  now: number,
  chance: Chance,
): { order: Order; changes: Change[] } => {
  const isFirst = order.DocumentReference.length === 0
  const tracking =
    (isFirst && order.TrackingNumber_KUT) ||
    trackingNumbers(isFirst ? order.ID : `${order.ID} ${counters.delivery}`, order.ShipVia_KUT, chance)
  const delivery = newDelivery(counters, order, contents, { tracking, now })
  if (!delivery) return { order, changes: [] }
  const delivered: Order = {
    ...order,
    LifeCycleStatusCode: '2',
    DeliveryStatusCode: '2',
    ExecutionReleaseStatusCode: '3',
    LastChangeDateTime: now,
    TrackingNumber_KUT: [...new Set([order.TrackingNumber_KUT, tracking].filter(Boolean))].join(','),
    DocumentReference: [
      ...order.DocumentReference,
      {
        ObjectID: objectId(order.ObjectID, 'delivery', delivery.ID),
        ParentObjectID: order.ObjectID,
        ID: delivery.ID,
        TypeCode: '73',
        UUID: uuidOf(delivery.ObjectID),
      },
    ],
    Item: order.Item.map((item) => ({ ...item, FulfilmentProcessingStatusCode: '2' })),
  }
  return { order: delivered, changes: [putOrder(delivered), putDelivery(delivery)] }
}

/** Delivered and invoiced. */
export const complete = (order: Order, now: number): Order => ({
  ...order,
  LifeCycleStatusCode: '3',
  DeliveryStatusCode: '3',
  InvoiceStatusCode: '3',
  LastChangeDateTime: now,
  Item: order.Item.map((item) => ({ ...item, FulfilmentProcessingStatusCode: '3', InvoiceProcessingStatusCode: '3' })),
})

const minute = 60_000

/** How long a visitor's order stays in a state: in preparation until the next tick, open, in process. */
const stays: Readonly<Record<string, number>> = { 4: 0, 1: 3 * minute, 2: 30 * minute }

const movable = (books: Books, now: number, pace: Pace | null): Order[] => {
  const live = [...books.orders.values()].filter(
    ({ CancellationStatusCode, ConsistencyStatusCode, LifeCycleStatusCode }) =>
      CancellationStatusCode !== '4' && ConsistencyStatusCode === '3' && LifeCycleStatusCode in stays,
  )
  if (!pace) return live
  const ofVisitors = live.filter(
    ({ ID, LifeCycleStatusCode, LastChangeDateTime }) =>
      Number(ID) > pace.lastInitial && now - LastChangeDateTime >= (stays[LifeCycleStatusCode] ?? 0),
  )
  const oldest = Object.keys(stays).flatMap((state) => {
    const inState = live.filter(({ LifeCycleStatusCode }) => LifeCycleStatusCode === state)
    if (inState.length <= pace.most) return []
    const initial = inState.filter(({ ID }) => Number(ID) <= pace.lastInitial)
    return initial.toSorted((one, other) => one.CreationDateTime - other.CreationDateTime).slice(0, 1)
  })
  return [...ofVisitors, ...oldest]
}

const advanceOrder = (
  books: Books,
  counters: Counters,
  order: Order,
  now: number,
  chance: Chance,
  pace: Pace | null,
): Change[] => {
  switch (order.LifeCycleStatusCode) {
    case '4':
      return [putOrder(release(order, now))]
    case '1':
      return deliverFirst(books, counters, order, now, chance, pace)
    case '2': {
      const rest = deliver(counters, order, openContents(books, order), now, chance)
      return [
        ...rest.changes,
        putOrder(complete(rest.order, now)),
        ...invoiceOrder(books, counters, rest.order, now, chance),
      ]
    }
    default:
      return []
  }
}

const deliverFirst = (
  books: Books,
  counters: Counters,
  order: Order,
  now: number,
  chance: Chance,
  pace: Pace | null,
): Change[] => {
  const open = openContents(books, order)
  const part = pace ? splitContents(order, open, now, chance) : { order, contents: open }
  const { order: delivered, changes } = deliver(counters, part.order, part.contents, now, chance)
  const isPart = part.order !== order
  // Each parcel of a demo's order has its own invoice.
  return [...changes, ...(isPart ? invoiceContents(books, counters, delivered, part.contents, now, chance) : [])]
}

/**
 * A payment clears the open item and leaves the invoice itself as it was, as in the real system. At the pace of a demo
 * only the clock counts, or all customers would have paid after a quarter of an hour.
 */
const payments = (books: Books, counters: Counters, now: number, pace: Pace | null): Change[] =>
  [...books.receivables.values()]
    .filter(
      ({ open, payAt, payAtTick }) => Number(open) > 0 && (payAt <= now || (!pace && payAtTick <= counters.ticks)),
    )
    .map((receivable) => ['receivables', receivable.ObjectID, { ...receivable, open: '0.000000' }])

/** What a new invoice takes from its payer's credit, and a payment gives back. */
const credits = (books: Books, changes: readonly Change[], now: number): Change[] => {
  const invoiceOf = new Map(
    changes.flatMap(([shelf, id, value]) => (shelf === 'invoices' && value ? [[id, value] as const] : [])),
  )
  const owed = new Map<string, Decimal>()
  for (const [shelf, id, value] of changes) {
    if (shelf !== 'receivables' || !value) continue
    const payer = (invoiceOf.get(id) ?? books.invoices.get(id))?.PayerParty.PartyID ?? ''
    const more = decimal(value.open) - decimal(books.receivables.get(id)?.open ?? '0')
    owed.set(payer, (owed.get(payer) ?? 0n) + more)
  }
  return [...owed].flatMap(([payer, more]): Change[] => {
    const account = books.accounts.get(payer)
    const left = account?.['CreditLeftcontent_KUT']
    if (!account || typeof left !== 'string') return []
    const changed = { ...account, CreditLeftcontent_KUT: amountText(decimal(left) - more), LastChangeDateTime: now }
    return [['accounts', payer, changed]]
  })
}
