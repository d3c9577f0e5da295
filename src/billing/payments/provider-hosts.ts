import type { Config } from '#platform/config.ts'

const stripeScripts = ['https://js.stripe.com', 'https://*.js.stripe.com']
const payPal = ['https://www.paypal.com', 'https://*.paypal.com', 'https://*.paypalobjects.com']

/** The only pages that may load provider scripts: an order opened to pay it, and the chosen invoices. */
export const isPaymentPage = (address: string): boolean =>
  /^\/order\/[^/?]+\?(?:.*&)?pay=1(?:&|$)|^\/payInvoices\?ids=/.test(address)

/** What the content security policy of that page allows in addition, for the configured providers. */
export const providerSources = (config: Config) => {
  const stripe = config.STRIPE_SECRET_KEY !== ''
  const paypal = config.PAYPAL_CLIENT_ID !== ''
  const simulators = [
    ...(stripe && isSimulator(config.STRIPE_API_BASE) ? [config.STRIPE_API_BASE] : []),
    ...(paypal && isSimulator(config.PAYPAL_API_BASE) ? [config.PAYPAL_API_BASE] : []),
  ].map((address) => new URL(address).origin)
  const ofStripe = (...sources: string[]) => (stripe && !isSimulator(config.STRIPE_API_BASE) ? sources : [])
  const ofPayPal = paypal && !isSimulator(config.PAYPAL_API_BASE) ? payPal : []
  const list = (...sources: string[]) => [...new Set(sources)].map((source) => ` ${source}`).join('')
  return {
    script: list(...ofStripe(...stripeScripts), ...ofPayPal, ...simulators),
    frame: list(...ofStripe(...stripeScripts, 'https://hooks.stripe.com'), ...ofPayPal, ...simulators),
    connect: list(...ofStripe('https://api.stripe.com'), ...ofPayPal, ...simulators),
    img: list(...ofPayPal, ...simulators),
  }
}

/** A provider on this machine is a simulator and serves its own browser script; empty for the provider's original. */
export const browserScripts = ({ STRIPE_API_BASE, PAYPAL_API_BASE }: Config) => ({
  stripe: isSimulator(STRIPE_API_BASE) ? `${STRIPE_API_BASE}/stripe.js` : '',
  paypal: isSimulator(PAYPAL_API_BASE) ? `${PAYPAL_API_BASE}/sdk/js` : '',
})

const isSimulator = (address: string): boolean =>
  address !== '' && ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(address).hostname)
