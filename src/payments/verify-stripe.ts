import Stripe from 'stripe'
import type { Config } from '#platform/config.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { openStripe } from './connect-stripe.ts'
import type { Notice } from './receive-webhook.ts'

/** Stripe's signature over the raw body, at most five minutes old. */
export const verifyStripe = (config: Config, raw: Buffer, signature: string): Notice => {
  if (!config.STRIPE_SECRET_KEY || !config.STRIPE_WEBHOOK_SECRET)
    throw new Refusal(404, 'There is nothing at this address.')
  try {
    const event = openStripe(config).webhooks.constructEvent(raw, signature, config.STRIPE_WEBHOOK_SECRET)
    return { provider: 'stripe', eventId: event.id, about: idsIn(event.data.object) }
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError || error instanceof SyntaxError)
      throw new Refusal(400, 'The signature does not fit.')
    throw error
  }
}

/** Intents name themselves; charges, refunds and disputes name their intent. */
const idsIn = (object: object): string[] => {
  const { id, payment_intent: intent } = object as { id?: unknown; payment_intent?: unknown } // checked below
  return [id, intent].filter((one) => typeof one === 'string')
}
