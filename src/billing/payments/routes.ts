import type { App } from '#platform/feature.ts'
import type { Config } from '#platform/config.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { requestFactsOf } from '#platform/http/serve.ts'
import { beginPayment, type StartedPayment } from './begin-payment.ts'
import { connectPayPal, makeVerifyPayPal } from './connect-paypal.ts'
import { payments, paidMessage, payPalFailed } from './contract.ts'
import { invoicePayments, type PaymentStart } from './invoice-payment-shapes.ts'
import { paymentJobs } from './jobs.ts'
import { beginInvoicesPayment, payInvoices, paymentsOfInvoice, quoteInvoices } from './pay-invoices.ts'
import { payOrder, markPaid } from './pay-order.ts'
import { type Provider, ProviderError, type ProviderName, type Providers, loadProviderOnDemand } from './provider.ts'
import { findPayableOrder, paymentsOf } from './queries.ts'
import { receiveWebhook } from './receive-webhook.ts'
import type { ReconcileContext } from './reconcile-payment.ts'

export const paymentRoutes = (app: App, { onPaid }: Pick<ReconcileContext, 'onPaid'> = {}): void => {
  const { serve, db, config } = app
  const providers = providersOf(config)
  const settling: ReconcileContext = { db, providers, onPaid }

  serve(payments.payPalKey, async () => publicId(config.PAYPAL_CLIENT_ID))

  serve(payments.stripeKey, async () => publicId(config.STRIPE_PUBLISHABLE_KEY))

  serve(payments.ofOrder, ({ params, user }) => paymentsOf(db, config, user, params.id))

  const begin = async (name: ProviderName, user: Caller, orderId: string) => {
    await findPayableOrder(db, user, orderId)
    return whileSomeoneWaits(name, () =>
      beginPayment({ db, config, provider: configured(providers[name]) }, user, orderId),
    )
  }

  serve(payments.startStripe, async ({ params, user }) => secretOf(await begin('stripe', user, params.id)))

  serve(payments.startPayPal, async ({ params, user }) => ({ id: (await begin('paypal', user, params.id)).id }))

  const paidOrder = async (user: Caller, id: string) => {
    const { is_paid: isPaid, paid_at: paidAt } = await findPayableOrder(db, user, id)
    return { message: paidMessage, order: { _id: id, isPaid, paidAt } }
  }

  serve(payments.pay, async (call) => {
    await payOrder(settling, call)
    return paidOrder(call.user, call.params.id)
  })

  serve(payments.markPaid, async (call) => {
    await findPayableOrder(db, call.user, call.params.id)
    await markPaid(settling, call)
    return paidOrder(call.user, call.params.id)
  })

  const beginInvoices = (name: ProviderName, user: Caller, wanted: PaymentStart) =>
    whileSomeoneWaits(name, () =>
      beginInvoicesPayment({ db, config, provider: configured(providers[name]) }, user, wanted),
    )

  serve(invoicePayments.quote, ({ query: { ids }, user }) => quoteInvoices(db, config, { caller: user, ids }))

  serve(invoicePayments.ofInvoice, ({ params, user }) => paymentsOfInvoice(db, user, params.id))

  serve(invoicePayments.startStripe, async ({ body, user }) => secretOf(await beginInvoices('stripe', user, body)))

  serve(invoicePayments.startPayPal, async ({ body, user }) => ({ id: (await beginInvoices('paypal', user, body)).id }))

  serve(invoicePayments.pay, (call) => payInvoices(settling, call))

  webhookRoutes(app)
  paymentJobs(app, settling)
}

const secretOf = ({ clientSecret }: StartedPayment) => ({ clientSecret: clientSecret ?? '' })

const providersOf = (config: Config): Providers => {
  const paypal = connectPayPal(config)
  return {
    ...(config.STRIPE_SECRET_KEY && {
      stripe: loadProviderOnDemand('stripe', async () => (await import('./connect-stripe.ts')).connectStripe(config)),
    }),
    ...(paypal && { paypal }),
  }
}

/** Never sends a value that looks like a secret key, even if it was entered in a public setting. */
const publicId = (id: string): string => (/sk_|rk_|whsec_|secret/i.test(id) ? '' : id)

const configured = (provider: Provider | undefined): Provider => {
  if (!provider) throw new Refusal(409, 'This payment method is not set up.')
  return provider
}

const noAnswer = 'The payment provider is not responding. Try again in a moment.'

const whileSomeoneWaits = async <T>(name: ProviderName, ask: () => Promise<T>): Promise<T> => {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (error.outcome === 'refused') throw new Refusal(409, 'The payment provider did not accept this payment.')
    throw new Refusal(502, name === 'paypal' ? payPalFailed : noAnswer)
  }
}

/** Signatures cover the raw bytes, so these two routes skip body parsing. */
const webhookRoutes = ({ http, db, config, countAttempt }: App): void => {
  const verifyPayPal = makeVerifyPayPal(config)

  void http.register(async (door) => {
    door.removeAllContentTypeParsers()
    door.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

    door.post('/api/webhooks/stripe', { config: { access: 'anyone' } }, async ({ body, headers }) => {
      const signature = headers['stripe-signature']
      const { verifyStripe } = await import('./connect-stripe.ts')
      const notice = verifyStripe(config, asBytes(body), typeof signature === 'string' ? signature : '')
      return { received: await receiveWebhook(db, notice) }
    })

    door.post('/api/webhooks/paypal', { config: { access: 'anyone' } }, async (request) => {
      // Each message costs a request to PayPal, so the rate is limited.
      await countAttempt(db, {
        what: 'paypal-webhook',
        whom: [requestFactsOf(request, null).network],
        most: 600,
        seconds: 60,
      })
      const notice = await verifyPayPal(asBytes(request.body), request.headers)
      return { received: await receiveWebhook(db, notice) }
    })
  })
}

const asBytes = (body: unknown): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))
