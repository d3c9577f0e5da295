import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { sendWebhook } from './send-webhook.ts'
import { type Answer, type Call, type Facts, serveSimulator } from './serve-simulator.ts'

interface Money {
  currency_code: string
  value: string
}

interface Unit {
  custom_id?: string
  invoice_id?: string
  amount: Money
  payments?: { captures: Capture[]; refunds: { id: string; status: string; amount: Money }[] }
}

interface Capture {
  id: string
  status: string
  amount: Money
}

interface Order {
  id: string
  intent: string
  status: string
  purchase_units: Unit[]
}

interface PayPalEvent {
  id: string
  event_type: string
  create_time: string
  resource: object
}

const clientId = process.env.PAYPAL_CLIENT_ID ?? 'double-client'
const clientPassword = process.env.PAYPAL_CLIENT_SECRET ?? 'double-password'
const webhookId = process.env.PAYPAL_WEBHOOK_ID ?? 'WH-DOUBLE'
const signingKey = randomBytes(32)
const token = randomBytes(16).toString('hex')

const orders = new Map<string, Order>()
/** Orders whose payer's bank will say no when the money is asked for. */
const willDecline = new Set<string>()
const disputes: { dispute_id: string; capture: string; status: string }[] = []
const events: PayPalEvent[] = []
const answersByKey = new Map<string, Answer>()

const newId = () => randomBytes(9).toString('hex').toUpperCase().slice(0, 17)

const signatureOf = (transmission: string, time: string, body: string) =>
  createHmac('sha256', signingKey)
    .update([transmission, time, webhookId, createHash('sha256').update(body).digest('hex')].join('|'))
    .digest('base64')

const signed = (event: PayPalEvent, time = new Date().toISOString()) => {
  const body = JSON.stringify(event)
  const transmission = randomUUID()
  return {
    headers: {
      'paypal-transmission-id': transmission,
      'paypal-transmission-time': time,
      'paypal-transmission-sig': signatureOf(transmission, time, body),
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-cert-url': 'https://api.paypal.example/certs/double',
    },
    body,
  }
}

const tell = (event_type: string, resource: object) => {
  const event = {
    id: `WH-${newId()}`,
    event_type,
    create_time: new Date().toISOString(),
    resource: structuredClone(resource),
  }
  events.push(event)
  void sendWebhook(() => signed(event))
}

const refuse = (status: number, issue: string): Answer => ({
  status,
  json: { name: status === 404 ? 'RESOURCE_NOT_FOUND' : 'UNPROCESSABLE_ENTITY', details: [{ issue }] },
})

const create = (raw: string): Answer => {
  const { intent, purchase_units } = JSON.parse(raw) as Pick<Order, 'intent' | 'purchase_units'> // the API's shape
  const order: Order = { id: newId(), intent, status: 'CREATED', purchase_units }
  orders.set(order.id, order)
  return { status: 201, json: order }
}

const capture = (order: Order): Answer => {
  if (order.status === 'COMPLETED') return refuse(422, 'ORDER_ALREADY_CAPTURED')
  if (order.status !== 'APPROVED') return refuse(422, 'ORDER_NOT_APPROVED')
  if (willDecline.delete(order.id)) {
    order.status = 'CREATED'
    return refuse(422, 'INSTRUMENT_DECLINED')
  }
  order.status = 'COMPLETED'
  for (const unit of order.purchase_units) {
    const captured = { id: newId(), status: 'COMPLETED', amount: unit.amount }
    unit.payments = { captures: [captured], refunds: [] }
    tell('PAYMENT.CAPTURE.COMPLETED', {
      ...captured,
      custom_id: unit.custom_id,
      supplementary_data: { related_ids: { order_id: order.id } },
    })
  }
  return { status: 201, json: order }
}

const approve = (order: Order, isDeclined: boolean) => {
  if (order.status !== 'CREATED') return
  order.status = 'APPROVED'
  if (isDeclined) willDecline.add(order.id)
  tell('CHECKOUT.ORDER.APPROVED', order)
}

/** The words of the event as they came, byte by byte: that is what was signed. */
const verify = (raw: string): Answer => {
  const at = raw.indexOf('"webhook_event":')
  const sent = JSON.parse(raw) as Record<string, string> // the API's shape
  const words = raw.slice(at + '"webhook_event":'.length, raw.lastIndexOf('}'))
  const expected = signatureOf(sent.transmission_id ?? '', sent.transmission_time ?? '', words)
  const isGood = at > 0 && sent.webhook_id === webhookId && sent.transmission_sig === expected
  return { json: { verification_status: isGood ? 'SUCCESS' : 'FAILURE' } }
}

const giveToken = ({ headers }: Call): Answer => {
  const basic = Buffer.from(`${clientId}:${clientPassword}`).toString('base64')
  if (headers.authorization !== `Basic ${basic}`) return { status: 401, json: { error: 'invalid_client' } }
  return { json: { access_token: token, token_type: 'Bearer', expires_in: 32_400 } }
}

const api = (call: Call): Answer => {
  const { method, path, query, headers, raw } = call
  if (path === '/v1/oauth2/token') return giveToken(call)
  if (headers.authorization !== `Bearer ${token}`) return { status: 401, json: { error: 'invalid_token' } }
  if (path === '/v1/notifications/verify-webhook-signature') return verify(raw)
  if (path === '/v1/customer/disputes') {
    const about = query.get('disputed_transaction_id')
    return { json: { items: disputes.filter((one) => one.capture === about) } }
  }
  if (method === 'POST' && path === '/v2/checkout/orders') return withKey(call, () => create(raw))
  const [, id = '', act] = /^\/v2\/checkout\/orders\/(\w+)(\/capture)?$/.exec(path) ?? []
  const order = orders.get(id)
  if (!order) return refuse(404, 'INVALID_RESOURCE_ID')
  return act ? withKey(call, () => capture(order)) : { json: order }
}

/** A repeated request gets the good answer again. */
const withKey = ({ headers }: Call, work: () => Answer): Answer => {
  const key = headers['paypal-request-id']
  if (typeof key !== 'string') return work()
  const answer = answersByKey.get(key) ?? structuredClone(work())
  if ((answer.status ?? 200) < 300) answersByKey.set(key, answer)
  return answer
}

const frame = ({ path, raw }: Call): Answer => {
  const { id, decline } = JSON.parse(raw) as { id: string; decline?: boolean } // from our own page
  const order = orders.get(id)
  if (!order) return refuse(404, 'INVALID_RESOURCE_ID')
  if (path === '/frame/approve') approve(order, decline === true)
  return { json: order }
}

const file = (name: string) => readFileSync(resolve(import.meta.dirname, 'browser', name), 'utf8')

const orderIn = ({ id = '' }: Facts): Order => {
  const order = orders.get(id)
  if (!order) throw new Error(`No such order: ${id}`)
  return order
}

const captureOf = (order: Order): Capture => {
  const captured = order.purchase_units[0]?.payments?.captures[0]
  if (!captured) throw new Error('Nothing was captured.')
  return captured
}

await serveSimulator({
  route: (call) => {
    if (call.path === '/sdk/js') {
      if (call.query.get('client-id') !== clientId) return { status: 400, text: 'throw new Error("client-id")' }
      return { text: file('paypal.js'), type: 'text/javascript; charset=utf-8' }
    }
    if (call.path === '/button') return { text: file('button.html') }
    if (call.path === '/approval') return { text: file('approval.html') }
    return call.path.startsWith('/frame/') ? frame(call) : api(call)
  },
  levers: {
    orders: () => [...orders.values()],
    approve: (facts) => approve(orderIn(facts), facts.decline === true),
    capture: (facts) => capture(orderIn(facts)).json,
    /** Makes the provider's books say something else: for payments that do not fit. */
    change: (facts) => {
      const [unit] = orderIn(facts).purchase_units
      if (unit) Object.assign(unit, facts.unit)
      if (facts.capture) Object.assign(captureOf(orderIn(facts)), facts.capture)
    },
    refund: (facts) => {
      const order = orderIn(facts)
      const captured = captureOf(order)
      const amount = { currency_code: captured.amount.currency_code, value: (facts.amount ?? 0).toFixed(2) }
      const refund = { id: newId(), status: 'COMPLETED', amount }
      order.purchase_units[0]?.payments?.refunds.push(refund)
      captured.status = amount.value === captured.amount.value ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
      const up = { rel: 'up', href: `https://api.paypal.example/v2/payments/captures/${captured.id}` }
      tell('PAYMENT.CAPTURE.REFUNDED', { ...refund, links: [up] })
    },
    dispute: (facts) => {
      const { id: of } = captureOf(orderIn(facts))
      const before = disputes.find((one) => one.capture === of)
      const dispute = before ?? { dispute_id: `PP-D-${newId()}`, capture: of, status: '' }
      dispute.status = facts.status ?? ''
      if (!before) disputes.push(dispute)
      tell('CUSTOMER.DISPUTE.CREATED', { ...dispute, disputed_transactions: [{ seller_transaction_id: of }] })
    },
    /** Every message so far, signed now or at another time. */
    messages: ({ time }) =>
      events.map((event) => ({
        type: event.event_type,
        ...signed(event, time ?? new Date().toISOString()),
      })),
  },
})
