import * as z from 'zod/mini'
import type { Config } from '#platform/config.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { type CallPayPal, makePayPalCaller } from './call-paypal.ts'
import { ProviderError } from './provider.ts'
import type { WebhookEvent } from './receive-webhook.ts'

type Headers = Record<string, string | string[] | undefined>

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
export const makeVerifyPayPal = (config: Config): ((raw: Buffer, headers: Headers) => Promise<WebhookEvent>) => {
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

const headerOf = (headers: Headers, name: string): string => {
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

const isSigned = async (ask: CallPayPal, raw: Buffer, headers: Headers, webhookId: string): Promise<boolean> => {
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

/**
 * Orders and captures contain their own id, captures also their order's; a refund links up to its capture, a dispute
 * lists captures.
 */
const idsIn = ({ resource }: z.infer<typeof PayPalEvent>): string[] =>
  [
    resource.id,
    resource.supplementary_data?.related_ids?.order_id,
    ...(resource.disputed_transactions ?? []).map((one) => one.seller_transaction_id),
    ...(resource.links ?? []).filter(({ rel }) => rel === 'up').map(({ href }) => href.split('/').at(-1)),
  ].filter((id) => id !== undefined)
