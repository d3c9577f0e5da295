import Stripe from 'stripe'
import type { Config } from '#platform/config.ts'
import { noPayment, type Provider, ProviderError, type ProviderStatus } from './provider.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { WebhookEvent } from './receive-webhook.ts'

const usualMilliseconds = 6_000

/** Stripe's SDK with the configured address. */
const openStripe = ({ STRIPE_SECRET_KEY, STRIPE_API_BASE }: Config, timeout = usualMilliseconds): Stripe => {
  const { hostname, port, protocol } = new URL(STRIPE_API_BASE || 'https://api.stripe.com')
  return new Stripe(STRIPE_SECRET_KEY, {
    host: hostname,
    port: port || (protocol === 'http:' ? 80 : 443),
    protocol: protocol === 'http:' ? 'http' : 'https',
    timeout,
    maxNetworkRetries: 1,
    telemetry: false,
  })
}

/** The browser only authorizes a card payment; the portal captures it once it has checked that the amount is owed. */
export const connectStripe = (config: Config, timeout?: number): Provider => {
  const stripe = openStripe(config, timeout)

  const look = async (id: string): Promise<ProviderStatus> => {
    const intent = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
    const truth = truthOf(intent)
    if (truth.state !== 'paid') return truth
    const { data: disputes } = await stripe.disputes.list({ payment_intent: id, limit: 1 })
    return { ...truth, dispute: disputes[0]?.status ?? '' }
  }

  return {
    name: 'stripe',
    begin: ({ orderId, reference, description, cents, idempotencyKey }) =>
      asked(async () => {
        const intent = await stripe.paymentIntents.create(
          {
            amount: cents,
            currency: 'usd',
            capture_method: 'manual',
            allowed_payment_method_types: ['card'],
            description,
            metadata: { orderId, reference },
          },
          { idempotencyKey },
        )
        return { id: intent.id, clientSecret: intent.client_secret }
      }),
    look: (id) => asked(() => look(id).catch(goneIsDead)),
    take: (id, idempotencyKey) =>
      asked(async () => {
        await stripe.paymentIntents.capture(id, {}, { idempotencyKey })
        return look(id)
      }),
    release: (id) => asked(async () => void (await stripe.paymentIntents.cancel(id))),
  }
}

/** An intent that Stripe does not know can never be paid. */
const goneIsDead = (error: unknown): ProviderStatus => {
  if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') return noPayment
  throw error
}

const truthOf = (intent: Stripe.PaymentIntent): ProviderStatus => {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  return {
    state: stateOf(intent),
    cents: intent.status === 'succeeded' ? intent.amount_received : intent.amount,
    currency: intent.currency.toUpperCase(),
    orderId: intent.metadata['orderId'] ?? '',
    clientSecret: intent.client_secret,
    captureId: charge?.id ?? (typeof intent.latest_charge === 'string' ? intent.latest_charge : null),
    refundedCents: charge?.amount_refunded ?? 0,
    dispute: '',
  }
}

const stateOf = ({ status }: Stripe.PaymentIntent): ProviderStatus['state'] => {
  if (status === 'succeeded') return 'paid'
  if (status === 'requires_capture') return 'authorised'
  if (status === 'canceled') return 'dead'
  return status === 'processing' ? 'pending' : 'open'
}

/** After a 4xx the outcome is definite, else unknown. Messages may contain card data and are not passed on. */
const asked = async <T>(ask: () => Promise<T>): Promise<T> => {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    const status = error.statusCode ?? 0
    const isAnswer = status >= 400 && status < 500 && ![401, 403, 408, 409, 429].includes(status)
    throw new ProviderError(isAnswer ? 'refused' : 'unknown', `Stripe: ${error.type} ${error.code ?? ''} ${status}`)
  }
}

/** Verifies Stripe's signature over the raw body, at most 5 minutes old. */
export const verifyStripe = (config: Config, raw: Buffer, signature: string): WebhookEvent => {
  if (!config.STRIPE_SECRET_KEY || !config.STRIPE_WEBHOOK_SECRET)
    throw new Refusal(404, 'There is nothing at this address.')
  try {
    const event = openStripe(config).webhooks.constructEvent(raw, signature, config.STRIPE_WEBHOOK_SECRET)
    return { provider: 'stripe', eventId: event.id, about: idsIn(event.data.object) }
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError || error instanceof SyntaxError)
      throw new Refusal(400, 'The signature is not valid.')
    throw error
  }
}

/** Intent events contain the intent's own id; charges, refunds and disputes reference it. */
const idsIn = (object: object): string[] => {
  const { id, payment_intent: intent } = object as { id?: unknown; payment_intent?: unknown } // checked below
  return [id, intent].filter((one) => typeof one === 'string')
}
