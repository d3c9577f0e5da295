import type { IncomingHttpHeaders } from 'node:http'
import * as z from 'zod/mini'
import type { Config } from '#platform/config.ts'
import { toCents } from '#shared/money.ts'
import { type CallPayPal, makePayPalCaller, type PayPalAnswer } from './call-paypal.ts'
import { noPayment, type Provider, ProviderError, type ProviderStatus } from './provider.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { WebhookEvent } from './receive-webhook.ts'

const Amount = z.object({ currency_code: z.string(), value: z.string() })
const Capture = z.object({ id: z.string(), status: z.string(), amount: z.optional(Amount) })
const Refund = z.object({ status: z.optional(z.string()), amount: Amount })
const Unit = z.object({
  custom_id: z._default(z.string(), ''),
  amount: z.optional(Amount),
  payments: z.optional(
    z.object({ captures: z._default(z.array(Capture), []), refunds: z._default(z.array(Refund), []) }),
  ),
})
const PayPalOrder = z.object({ id: z.string(), status: z.string(), purchase_units: z._default(z.array(Unit), []) })
const Disputes = z.object({ items: z._default(z.array(z.object({ status: z.string() })), []) })

/** PayPal through its REST API: the buyer approves in the browser, and the portal captures. */
export const connectPayPal = (config: Config, timeout?: number): Provider | undefined => {
  if (!config.PAYPAL_CLIENT_ID) return undefined
  const ask = makePayPalCaller(config, timeout)

  const look = async (id: string): Promise<ProviderStatus> => {
    const answer = await ask({ method: 'GET', path: `/v2/checkout/orders/${encodeURIComponent(id)}` })
    // PayPal deletes unapproved orders after some hours.
    if (answer.status === 404) return noPayment
    const truth = truthOf(read(PayPalOrder, answer))
    return truth.state === 'paid' && truth.captureId
      ? { ...truth, dispute: await disputeOf(ask, truth.captureId) }
      : truth
  }

  return {
    name: 'paypal',
    begin: async ({ orderId, reference, description, cents, idempotencyKey }) => {
      const amount = { currency_code: 'USD', value: (cents / 100).toFixed(2) }
      const payee = config.PAYPAL_MERCHANT_ID && { payee: { merchant_id: config.PAYPAL_MERCHANT_ID } }
      const unit = { custom_id: orderId, invoice_id: reference, description, amount, ...payee }
      const body = JSON.stringify({ intent: 'CAPTURE', purchase_units: [unit] })
      const answer = await ask({ method: 'POST', path: '/v2/checkout/orders', body, idempotencyKey })
      return { id: read(PayPalOrder, answer).id, clientSecret: null }
    },
    look,
    take: async (id, idempotencyKey) => {
      const path = `/v2/checkout/orders/${encodeURIComponent(id)}/capture`
      read(PayPalOrder, await ask({ method: 'POST', path, body: '{}', idempotencyKey }))
      return look(id)
    },
    // An approved order that is never captured costs the buyer nothing and expires.
    release: () => Promise.resolve(),
  }
}

const truthOf = ({ status, purchase_units: units }: z.infer<typeof PayPalOrder>): ProviderStatus => {
  const [unit] = units
  const [capture] = unit?.payments?.captures ?? []
  const amount = capture?.amount ?? unit?.amount
  const refunds = unit?.payments?.refunds ?? []
  return {
    ...noPayment,
    state: units.length === 1 ? stateOf(status, capture?.status) : 'dead',
    cents: centsOf(amount),
    currency: amount?.currency_code ?? '',
    orderId: unit?.custom_id ?? '',
    captureId: capture?.id ?? null,
    refundedCents: refunds
      .filter((refund) => refund.status !== 'CANCELLED' && refund.status !== 'FAILED')
      .reduce((sum, refund) => sum + centsOf(refund.amount), 0),
  }
}

const stateOf = (order: string, capture: string | undefined): ProviderStatus['state'] => {
  if (order === 'APPROVED') return 'authorised'
  if (order !== 'COMPLETED') return order === 'VOIDED' ? 'dead' : 'open'
  if (capture === 'PENDING') return 'pending'
  return ['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'].includes(capture ?? '') ? 'paid' : 'dead'
}

const centsOf = (amount: z.infer<typeof Amount> | undefined): number => toCents(Number(amount?.value ?? 0))

/** If disputes cannot be read now, the next check reads them. */
const disputeOf = async (ask: CallPayPal, captureId: string): Promise<string> => {
  const path = `/v1/customer/disputes?disputed_transaction_id=${encodeURIComponent(captureId)}`
  const answer = await ask({ method: 'GET', path })
  return answer.status === 200 ? (read(Disputes, answer).items[0]?.status.toLowerCase() ?? '') : ''
}

const read = <S extends z.core.$ZodType>(schema: S, { status, body }: PayPalAnswer): z.output<S> => {
  if (status >= 400 && status < 500 && ![401, 403, 408, 409, 429].includes(status))
    throw new ProviderError('refused', `PayPal declines: ${status}`)
  const parsed = z.safeParse(schema, body)
  if (status >= 300 || !parsed.success) throw new ProviderError('unknown', `PayPal’s answer cannot be read: ${status}`)
  return parsed.data
}

const Id = z.string().check(z.minLength(1), z.maxLength(200))
const PayPalEvent = z.object({
  id: Id,
  resource: z.looseObject({
    id: z.optional(Id),
    disputed_transactions: z.optional(z.array(z.looseObject({ seller_transaction_id: z.optional(Id) }))),
    supplementary_data: z.optional(
      z.looseObject({ related_ids: z.optional(z.looseObject({ order_id: z.optional(Id) })) }),
    ),
    links: z.optional(z.array(z.looseObject({ href: z.string(), rel: z.string() }))),
  }),
})

/** PayPal retries a webhook for 3 days; an older one is a replay. */
const oldestMilliseconds = 4 * 24 * 3_600_000
const forged = () => new Refusal(400, 'The signature is not valid.')

/** Asks PayPal whether it signed exactly these bytes for this webhook. */
export const makeVerifyPayPal = (
  config: Config,
): ((raw: Buffer, headers: IncomingHttpHeaders) => Promise<WebhookEvent>) => {
  const ask = config.PAYPAL_CLIENT_ID ? makePayPalCaller(config) : null
  return async (raw, headers) => {
    if (!ask || !config.PAYPAL_WEBHOOK_ID) throw new Refusal(404, 'There is nothing at this address.')
    const event = eventIn(raw)
    const sent = Date.parse(headerOf(headers, 'transmission-time'))
    if (Number.isNaN(sent) || Math.abs(Date.now() - sent) > oldestMilliseconds) throw forged()
    if (!(await isSigned(ask, raw, headers, config.PAYPAL_WEBHOOK_ID))) throw forged()
    return { provider: 'paypal', eventId: event.id, about: idsIn(event) }
  }
}

const headerOf = (headers: IncomingHttpHeaders, name: string): string => {
  const value = headers[`paypal-${name}`]
  if (typeof value !== 'string' || value === '' || value.length > 2_000) throw forged()
  return value
}

const eventIn = (raw: Buffer): z.infer<typeof PayPalEvent> => {
  try {
    return z.parse(PayPalEvent, JSON.parse(raw.toString('utf8')))
  } catch {
    throw forged()
  }
}

const isSigned = async (
  ask: CallPayPal,
  raw: Buffer,
  headers: IncomingHttpHeaders,
  webhookId: string,
): Promise<boolean> => {
  const envelope = JSON.stringify({
    auth_algo: headerOf(headers, 'auth-algo'),
    cert_url: headerOf(headers, 'cert-url'),
    transmission_id: headerOf(headers, 'transmission-id'),
    transmission_sig: headerOf(headers, 'transmission-sig'),
    transmission_time: headerOf(headers, 'transmission-time'),
    webhook_id: webhookId,
  })
  // The event is embedded byte for byte; it was parsed as a single JSON value before.
  const body = `${envelope.slice(0, -1)},"webhook_event":${raw.toString('utf8')}}`
  try {
    const answer = await ask({ method: 'POST', path: '/v1/notifications/verify-webhook-signature', body })
    if (answer.status >= 500) throw new ProviderError('unknown', `PayPal does not verify: ${answer.status}`)
    const { verification_status: verdict } = answer.body as { verification_status?: unknown } // compared below
    return answer.status === 200 && verdict === 'SUCCESS'
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    throw new Refusal(503, 'The message can’t be verified right now. Send it again later.')
  }
}

/** Orders and captures have their own id, captures their order's too; a refund links to its capture. */
const idsIn = ({ resource }: z.infer<typeof PayPalEvent>): string[] =>
  [
    resource.id,
    resource.supplementary_data?.related_ids?.order_id,
    ...(resource.disputed_transactions ?? []).map((one) => one.seller_transaction_id),
    ...(resource.links ?? []).filter(({ rel }) => rel === 'up').map(({ href }) => href.split('/').at(-1)),
  ].filter((id) => id !== undefined)
