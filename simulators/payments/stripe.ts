import { createHmac, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { sendWebhook } from './send-webhook.ts'
import { type Answer, type Call, type Facts, notFound, serveSimulator } from './serve-simulator.ts'

interface Intent {
  id: string
  object: 'payment_intent'
  amount: number
  amount_received: number
  currency: string
  status: string
  client_secret: string
  metadata: Record<string, string>
  latest_charge: string | null
  capture_method: string
  livemode: false
}

interface Charge {
  id: string
  object: 'charge'
  payment_intent: string
  amount: number
  amount_refunded: number
  refunded: boolean
  disputed: boolean
}

interface Dispute {
  id: string
  object: 'dispute'
  payment_intent: string
  status: string
}

interface StripeEvent {
  id: string
  object: 'event'
  type: string
  created: number
  data: { object: object }
}

const secretKey = process.env.STRIPE_SECRET_KEY ?? 'sk_test_double'
const webhookSecret = process.env.STRIPE_WEBHOOK_SECRET ?? 'whsec_double'

const intents = new Map<string, Intent>()
const charges = new Map<string, Charge>()
const disputes: Dispute[] = []
const events: StripeEvent[] = []
const answersByKey = new Map<string, { sent: string; answer: Answer }>()

const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`

const seconds = () => Math.floor(Date.now() / 1_000)

const signed = (event: StripeEvent, at = seconds(), secret = webhookSecret) => {
  const body = JSON.stringify(event)
  const v1 = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
  return { headers: { 'stripe-signature': `t=${at},v1=${v1}` }, body }
}

const tell = (type: string, about: object) => {
  const event: StripeEvent = {
    id: newId('evt'),
    object: 'event',
    type,
    created: seconds(),
    data: { object: structuredClone(about) },
  }
  events.push(event)
  void sendWebhook(() => signed(event))
}

const refuse = (status: number, code: string, message: string, type = 'invalid_request_error'): Answer => ({
  status,
  json: { error: { type, code, message } },
})

const create = (form: URLSearchParams): Answer => {
  const amount = Number(form.get('amount'))
  if (!Number.isInteger(amount) || amount < 50) return refuse(400, 'amount_too_small', 'Amount too small')
  const metadata: Record<string, string> = {}
  for (const [name, value] of form) {
    const key = /^metadata\[(.+)\]$/.exec(name)?.[1]
    if (key) metadata[key] = value
  }
  const id = newId('pi')
  const intent: Intent = {
    id,
    object: 'payment_intent',
    amount,
    amount_received: 0,
    currency: form.get('currency') ?? 'usd',
    status: 'requires_payment_method',
    client_secret: `${id}_secret_${randomBytes(12).toString('hex')}`,
    metadata,
    latest_charge: null,
    capture_method: form.get('capture_method') ?? 'automatic',
    livemode: false,
  }
  intents.set(id, intent)
  return { json: intent }
}

const declined = (message: string): Answer => refuse(402, 'card_declined', message, 'card_error')

/** The cards that Stripe's own test mode knows. */
const confirm = (intent: Intent, card: string): Answer => {
  if (!['requires_payment_method', 'requires_action'].includes(intent.status))
    return refuse(400, 'payment_intent_unexpected_state', 'This payment is already complete.')
  const digits = card.replaceAll(/\D/g, '')
  if (digits === '4000000000000002') return declined('Your card was declined.')
  if (digits === '4000000000009995') return declined('Your card has insufficient funds.')
  if (digits === '4000002500003155' && intent.status !== 'requires_action') {
    intent.status = 'requires_action'
    tell('payment_intent.requires_action', intent)
    return { json: intent }
  }
  if (!['4242424242424242', '4000002500003155'].includes(digits))
    return refuse(402, 'incorrect_number', 'Your card number is incorrect.', 'card_error')
  authorise(intent)
  return { json: intent }
}

const authorise = (intent: Intent) => {
  const charge: Charge = {
    id: newId('ch'),
    object: 'charge',
    payment_intent: intent.id,
    amount: intent.amount,
    amount_refunded: 0,
    refunded: false,
    disputed: false,
  }
  charges.set(charge.id, charge)
  intent.latest_charge = charge.id
  intent.status = 'requires_capture'
  tell('payment_intent.amount_capturable_updated', intent)
  if (intent.capture_method !== 'manual') capture(intent)
}

const capture = (intent: Intent): Answer => {
  if (intent.status !== 'requires_capture')
    return refuse(400, 'payment_intent_unexpected_state', `This PaymentIntent is ${intent.status}.`)
  intent.status = 'succeeded'
  intent.amount_received = intent.amount
  tell('payment_intent.succeeded', intent)
  return { json: intent }
}

const cancel = (intent: Intent): Answer => {
  if (['succeeded', 'canceled'].includes(intent.status))
    return refuse(400, 'payment_intent_unexpected_state', `This PaymentIntent is ${intent.status}.`)
  intent.status = 'canceled'
  tell('payment_intent.canceled', intent)
  return { json: intent }
}

/** The same key gives the same answer, and another request under it is refused. */
const withKey = ({ headers, raw, path }: Call, work: () => Answer): Answer => {
  const key = headers['idempotency-key']
  if (typeof key !== 'string') return work()
  const before = answersByKey.get(key)
  if (before && before.sent !== path + raw)
    return refuse(400, 'idempotency_key_in_use', 'Keys can only be used with the same parameters.', 'idempotency_error')
  if (before) return before.answer
  const answer = structuredClone(work())
  answersByKey.set(key, { sent: path + raw, answer })
  return answer
}

const api = (call: Call): Answer => {
  if (call.headers.authorization !== `Bearer ${secretKey}`)
    return refuse(401, 'api_key_invalid', 'Invalid API Key provided')
  const form = new URLSearchParams(call.raw)
  if (call.method === 'POST' && call.path === '/v1/payment_intents') return withKey(call, () => create(form))
  if (call.path === '/v1/disputes') {
    const about = call.query.get('payment_intent')
    return { json: { object: 'list', has_more: false, data: disputes.filter((one) => one.payment_intent === about) } }
  }
  const [, id = '', act] = /^\/v1\/payment_intents\/(\w+)(?:\/(\w+))?$/.exec(call.path) ?? []
  const intent = intents.get(id)
  if (!intent) return refuse(404, 'resource_missing', `No such payment_intent: '${id}'`)
  if (act === 'capture') return withKey(call, () => capture(intent))
  if (act === 'cancel') return withKey(call, () => cancel(intent))
  const isExpanded = [...call.query.values()].includes('latest_charge')
  return { json: { ...intent, ...(isExpanded && { latest_charge: charges.get(intent.latest_charge ?? '') ?? null }) } }
}

/** What Stripe's frame in the browser asks: it knows the client secret and nothing else. */
const frame = ({ path, raw }: Call): Answer => {
  const sent = JSON.parse(raw) as { clientSecret: string; card?: string } // from our own page
  const intent = [...intents.values()].find((one) => one.client_secret === sent.clientSecret)
  if (!intent) return notFound
  if (path === '/frame/confirm') return confirm(intent, sent.card ?? '')
  if (path === '/frame/authenticate') {
    authorise(intent)
    return { json: intent }
  }
  intent.status = 'requires_payment_method'
  return refuse(402, 'payment_intent_authentication_failure', 'We could not authenticate your card.', 'card_error')
}

const file = (name: string) => readFileSync(resolve(import.meta.dirname, 'browser', name), 'utf8')

const intentIn = ({ id = '' }: Facts): Intent => {
  const intent = intents.get(id)
  if (!intent) throw new Error(`No such intent: ${id}`)
  return intent
}

await serveSimulator({
  route: (call) => {
    if (call.path === '/stripe.js') return { text: file('stripe.js'), type: 'text/javascript; charset=utf-8' }
    if (call.path === '/card') return { text: file('card.html') }
    return call.path.startsWith('/frame/') ? frame(call) : api(call)
  },
  levers: {
    intents: () => [...intents.values()],
    confirm: (facts) => confirm(intentIn(facts), facts.card ?? '4242424242424242').json,
    authenticate: (facts) => authorise(intentIn(facts)),
    capture: (facts) => capture(intentIn(facts)).json,
    /** Makes the provider's books say something else: for payments that do not fit. */
    change: (facts) => Object.assign(intentIn(facts), facts),
    refund: (facts) => {
      const charge = charges.get(intentIn(facts).latest_charge ?? '')
      if (!charge) throw new Error('Nothing to refund.')
      charge.amount_refunded += facts.amount ?? 0
      charge.refunded = charge.amount_refunded >= charge.amount
      tell('charge.refunded', charge)
    },
    dispute: (facts) => {
      const before = disputes.find((one) => one.payment_intent === facts.id)
      const dispute = before ?? { id: newId('dp'), object: 'dispute', payment_intent: facts.id ?? '', status: '' }
      dispute.status = facts.status ?? ''
      if (!before) disputes.push(dispute)
      tell(before ? 'charge.dispute.updated' : 'charge.dispute.created', dispute)
    },
    /** Every message so far, signed now, at another time or with another secret. */
    messages: ({ at, secret }) =>
      events.map((event) => ({
        type: event.type,
        ...signed(event, at ?? seconds(), secret ?? webhookSecret),
      })),
  },
})
