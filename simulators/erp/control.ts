import { createServer } from 'node:http'
import type { IncomingMessage, Server } from 'node:http'
import { alpha, countersOf } from './books.ts'
import type { Books, Invoice, Order } from './books.ts'
import { decimal, decimalText, isDecimal } from './decimal.ts'
import { confirmItem, openContents } from './deliveries.ts'
import { readFaults } from './faults.ts'
import { parseInitial } from './initial-parse.ts'
import { invoiceById, invoiceContents, nextNumbers, unbilledContents } from './invoices.ts'
import { deliver } from './lifecycle.ts'
import { childOf, childrenOf, textOf } from './nodes.ts'
import { changeLine, changeShipTo, setCanceled } from './sales-order-changes.ts'
import { isLive, putOrder } from './sales-orders.ts'
import type { Parts } from './server.ts'

type Switchboard = Parts & { refuseConnections: () => Promise<void>; acceptConnections: () => Promise<void> }

type Body = Record<string, unknown>
type Handler = (board: Switchboard, body: Body, query: URLSearchParams) => unknown

/** The tests' and the demonstration's side door: plain JSON over HTTP, on loopback only. */
export const newControl = (board: Switchboard): Server =>
  createServer((request, response) => {
    const respond = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(`${JSON.stringify(body)}\n`)
    }
    // a page in a browser must not reach this port by way of its user
    if (request.headers.origin !== undefined) return respond(403, { error: 'not for browsers' })
    const url = new URL(request.url ?? '/', 'http://control')
    const handler = handlers[`${request.method} ${url.pathname}`]
    if (!handler) return respond(404, { error: 'unknown', known: Object.keys(handlers) })
    readBody(request)
      .then((body) => handler(board, body, url.searchParams))
      .then((answer) => respond(200, answer ?? { done: true }))
      .catch((error: unknown) => respond(400, { error: error instanceof Error ? error.message : String(error) }))
  })

const readBody = async (request: IncomingMessage): Promise<Body> => {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString('utf8')
  return text.trim() === '' ? {} : (JSON.parse(text) as Body) // each handler checks what it reads
}

/** As far apart as the automatic steps of the demo. */
const secondsPerStep = 20

const handlers: Readonly<Record<string, Handler>> = {
  'GET /faults': ({ faults }) => faults.list(),
  'POST /faults': ({ faults }, body) => faults.add(readFaults(body)),
  'DELETE /faults': ({ faults, availability }) => {
    faults.clear()
    availability.maintenanceUntil = 0
  },
  'POST /advance': ({ business }, body) => {
    const amount = (name: string) => {
      const value = body[name] ?? 0
      if (typeof value !== 'number' || !(value >= 0 && value <= 5000))
        throw new Error(`${name}: a number from 0 to 5000 is expected`)
      return value
    }
    const hours = amount('hours') + amount('days') * 24
    const ticks = amount('ticks')
    if (hours > 0) business.pass(hours)
    for (let done = 0; done < ticks; done += 1) business.tick()
    return { now: new Date(business.now()).toISOString() }
  },
  'POST /pace': ({ business }, body) => {
    const steps = body['steps']
    if (typeof steps !== 'number' || !(steps >= 0 && steps <= 5000)) throw new Error('steps: a number is expected')
    for (let done = 0; done < steps; done += 1) {
      business.pass(secondsPerStep / 3600)
      business.tickAtPace()
    }
    return { now: new Date(business.now()).toISOString() }
  },
  'POST /load': ({ business }, body) => business.load(parseInitial(JSON.stringify(body))),
  'POST /cancel': (board, body) => cancel(board, body, true),
  'POST /restore': (board, body) => cancel(board, body, false),
  'POST /change': ({ business }, body) => {
    const order = orderWith(business.books, body['order'])
    const text = (name: string) => (typeof body[name] === 'string' ? { [name]: body[name] } : {})
    const change = {
      line: String(body['line']),
      ...text('quantity'),
      ...text('price'),
      ...text('product'),
      ...text('substitute'),
    }
    business.commit(changeLine(business.books, order, change, business.now()))
  },
  'POST /ship-to': ({ business }, body) => {
    const text = (name: string) => (typeof body[name] === 'string' ? { [name]: body[name] } : {})
    const shipTo = { street: String(body['street']), ...text('city'), ...text('region'), ...text('zip') }
    business.commit(changeShipTo(orderWith(business.books, body['order']), shipTo, business.now()))
  },
  'POST /invoice': ({ business }, body) => {
    const order = orderWith(business.books, body['order'])
    const wanted = readLines(body['lines'])
    const contents = unbilledContents(business.books, order).flatMap((open) => {
      const quantity = wanted.find(({ line }) => line === open.item.ID)?.quantity
      return quantity === undefined ? [] : [{ ...open, quantity: decimal(quantity) }]
    })
    const counters = nextNumbers(business.books)
    const changes = invoiceContents(business.books, counters, order, contents, business.now(), business.chance)
    business.commit([...changes, ['counters', 'all', counters]])
  },
  'POST /deliver': ({ business }, body) => {
    const order = orderWith(business.books, body['order'])
    const wanted = readLines(body['lines'])
    const contents = openContents(business.books, order).flatMap((open) => {
      const quantity = wanted.find(({ line }) => line === open.item.ID)?.quantity
      return quantity === undefined ? [] : [{ ...open, quantity: decimal(quantity) }]
    })
    const counters = nextNumbers(business.books)
    const { changes } = deliver(counters, order, contents, business.now(), business.chance)
    business.commit([...changes, ['counters', 'all', counters]])
  },
  'POST /confirm': ({ business }, body) => {
    const order = orderWith(business.books, body['order'])
    const confirmed = readLines(body['confirmed']).map(({ quantity, on }) => ({
      quantity,
      on: on === '' ? null : Date.parse(on),
    }))
    business.commit([putOrder(confirmItem(order, String(body['line']), confirmed, business.now()))])
  },
  'POST /pay': ({ business }, body) => {
    const invoice = invoiceById(business.books, String(body['invoice']))
    const receivable = invoice && business.books.receivables.get(invoice.ObjectID)
    if (!receivable) throw new Error('no such invoice')
    const left =
      decimal(receivable.open) -
      decimal(typeof body['amount'] === 'string' && isDecimal(body['amount']) ? body['amount'] : receivable.open)
    const open = decimalText(left > 0n ? left : 0n, 6)
    business.commit([['receivables', receivable.ObjectID, { ...receivable, open }]])
    return { open }
  },
  'POST /limits': ({ limits }, body) => {
    const limit = (name: string) => (typeof body[name] === 'number' && body[name] > 0 ? body[name] : null)
    limits.set({ concurrent: limit('concurrent'), perMinute: limit('perMinute') })
    return limits.current()
  },
  'DELETE /limits': ({ limits }) => limits.set({ concurrent: null, perMinute: null }),
  'GET /orders': ({ business }, _, query) => {
    const wanted = query.get('reference')
    return [...business.books.orders.values()]
      .filter(({ ExternalReference }) => wanted === null || ExternalReference === alpha(wanted))
      .map(plainOrder)
  },
  'GET /invoices': ({ business }, _, query) => {
    const wanted = query.get('order')
    return [...business.books.invoices.values()]
      .map((invoice) => plainInvoice(invoice, business.books.receivables.get(invoice.ObjectID)?.open ?? '0'))
      .filter(({ orders }) => wanted === null || orders.includes(wanted))
  },
  'GET /state': ({ business, availability }) => ({
    now: new Date(business.now()).toISOString(),
    isOff: availability.isOff,
    ticks: countersOf(business.books).ticks,
    nextOrder: String(countersOf(business.books).order),
    nextInvoice: String(countersOf(business.books).invoice),
    accounts: business.books.accounts.size,
    materials: business.books.materials.size,
    orders: business.books.orders.size,
    ordersByStatus: tally([...business.books.orders.values()].map(({ LifeCycleStatusCode }) => LifeCycleStatusCode)),
    invoices: business.books.invoices.size,
    openItems: [...business.books.receivables.values()].filter(({ open }) => Number(open) > 0).length,
  }),
  'POST /off': async ({ availability, refuseConnections }, body) => {
    availability.isOff = true
    if (body['mode'] !== 'maintenance') await refuseConnections()
  },
  'POST /on': async ({ availability, acceptConnections }) => {
    availability.isOff = false
    availability.maintenanceUntil = 0
    await acceptConnections()
  },
  'GET /requests': ({ requests }) => requests.last(),
  'DELETE /requests': ({ requests }) => requests.clear(),
}

const orderWith = (books: Books, id: unknown): Order => {
  const order = [...books.orders.values()].find(({ ID }) => ID === id)
  if (!order) throw new Error('no such order')
  return order
}

const readLines = (value: unknown) => {
  if (!Array.isArray(value)) throw new Error('a list of lines is expected')
  return value.map((one: unknown) => {
    const text = (name: string) => {
      const part: unknown = typeof one === 'object' && one !== null ? Reflect.get(one, name) : undefined
      return typeof part === 'string' ? part : ''
    }
    if (!isDecimal(text('quantity'))) throw new Error('quantity: a number in text is expected')
    return { line: text('line'), quantity: text('quantity'), on: text('on') }
  })
}

const cancel = ({ business }: Switchboard, body: Body, isCanceled: boolean) => {
  const order = orderWith(business.books, body['order'])
  const line = typeof body['line'] === 'string' ? body['line'] : null
  business.commit(setCanceled(order, line, isCanceled, business.now()))
}

const plainOrder = (order: Order) => ({
  id: order.ID,
  objectId: order.ObjectID,
  reference: order.ExternalReference,
  account: order.BuyerParty.PartyID,
  status: order.LifeCycleStatusCode,
  cancelled: order.CancellationStatusCode === '4',
  purchaseOrder: order.PurchaseOrder_KUT,
  shipVia: order.ShipVia_KUT,
  tracking: order.TrackingNumber_KUT,
  paidOn: order.PaidOn_KUT,
  shipTo: shipToOf(order),
  text: childrenOf(order, 'Text')
    .map((text) => textOf(text, 'TextContent'))
    .join('\n'),
  requestedFrom: textOf(childOf(order, 'RequestedFulfillmentPeriod'), 'StartDateTime'),
  isCompleteOnly: order['CompleteDeliveryRequestedIndicator'] === true,
  name: textOf(order, 'Name'),
  net: order.NetAmount,
  created: new Date(order.CreationDateTime).toISOString(),
  changed: new Date(order.LastChangeDateTime).toISOString(),
  lines: order.Item.map((item) => ({
    product: item.ItemProduct.ProductID,
    quantity: item.ItemScheduleLine[0]?.Quantity ?? '0',
    unit: item.ItemScheduleLine[0]?.unitCode ?? '',
    net: item.NetAmount,
    cancelled: !isLive(item),
  })),
})

/** The street that it goes to. */
const shipToOf = (order: Order): string => {
  const details = childOf(childOf(order, 'ProductRecipientParty'), 'ProductRecipientPartyDetails')
  return textOf(childrenOf(details, 'ProductRecipientPartyPostalAddress')[0], 'StreetName')
}

const plainInvoice = (invoice: Invoice, open: string) => ({
  id: invoice.ID,
  objectId: invoice.ObjectID,
  account: invoice.BuyerParty.PartyID,
  orders: [
    ...new Set(
      invoice.Item.flatMap((item) =>
        item.ItemBusinessTransactionDocumentReference.map((reference) => textOf(reference, 'ID')),
      ),
    ),
  ],
  released: invoice.ReleaseStatusCode === '3',
  net: invoice.TotalNetAmount,
  shipping: invoice.ShippingChargeAmountcontent_KUT,
  gross: invoice.TotalGrossAmount,
  open,
  tracking: invoice.TrackingNumber_KUT,
  created: new Date(invoice.CreationDateTime).toISOString(),
})

const tally = (codes: readonly string[]) => {
  const counts: Record<string, number> = { '4': 0, '1': 0, '2': 0, '3': 0 }
  for (const code of codes) counts[code] = (counts[code] ?? 0) + 1
  return counts
}
