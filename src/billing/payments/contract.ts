import * as z from 'zod/mini'
import { get, post, put } from '#shared/endpoint.ts'
import { PriceDifference } from '../invoices/contract.ts'
import { IdParams, Message, Moment, text } from '#shared/wire.ts'

export const onlineProviders = ['stripe', 'paypal'] as const

/** Where an order is paid online: the server lets this page alone load what providers bring along. */
export const paymentPage = (orderId: string): string => `/order/${encodeURIComponent(orderId)}?pay=1`

/** Said word for word, by calls and screens alike. */
export const paidMessage = 'Order is paid'
export const stripeNotLoaded = 'Stripe not loaded'
export const payPalFailed = 'Error in connecting to PayPal'

/** A payment that left a mark: money that came, went back, or is in dispute. */
export const PaymentDetail = z.object({
  _id: z.string(),
  provider: z.enum(['stripe', 'paypal', 'manual']),
  /** `surplus`: the provider holds money that nobody owed. */
  state: z.enum(['taking', 'paid', 'surplus']),
  amount: z.number(),
  refunded: z.number(),
  /** The provider's word for a dispute; empty when there is none. */
  dispute: z.string(),
  note: z.string(),
  settledAt: z.nullable(Moment),
})
export type PaymentDetail = z.infer<typeof PaymentDetail>

/** What a page needs to know before it loads anything of a provider. */
export const ProviderWidgets = z.object({
  /** The providers that can be used now; empty when nothing is owed or payable online. */
  offered: z.array(z.enum(onlineProviders)),
  /** True when no money moves: the providers' test keys, or simulators on this machine. */
  isTest: z.boolean(),
  /** Where the browser scripts come from instead of the provider; empty for the provider's own. */
  scripts: z.object({ stripe: z.string(), paypal: z.string() }),
  payPal: z.object({ merchantId: z.string(), isSandbox: z.boolean() }),
})
export type ProviderWidgets = z.infer<typeof ProviderWidgets>

const OrderPayments = z.extend(ProviderWidgets, {
  canMarkPaid: z.boolean(),
  facts: z.array(PaymentDetail),
  /** Where the money is in the ERP's books: not paid, paid here and not booked yet, or booked for all invoices of the order. */
  ledger: z.enum(['open', 'onItsWay', 'settled']),
  priceDifference: PriceDifference,
})
export type OrderPayments = z.infer<typeof OrderPayments>

/** The browser's claim that something was paid: only the id is read, and the provider is asked about it. */
export const PaymentReport = z.looseObject({ id: z.optional(z.unknown()) })

const Paid = z.extend(Message, {
  order: z.object({ _id: z.string(), isPaid: z.boolean(), paidAt: z.nullable(Moment) }),
})

export const payments = {
  payPalKey: get('/api/keys/paypal', {
    access: 'signedIn',
    summary: 'The PayPal client id as plain text; empty when PayPal is off',
    reply: z.string(),
  }),
  stripeKey: get('/api/keys/stripe', {
    access: 'signedIn',
    summary: 'The Stripe publishable key as plain text; empty when Stripe is off',
    reply: z.string(),
  }),
  ofOrder: get('/api/orders/:id/payments', {
    access: 'signedIn',
    summary: 'How an order can be paid online, and the status of its payments',
    params: IdParams,
    reply: OrderPayments,
  }),
  startStripe: post('/api/orders/:id/stripe-payment-intent', {
    access: 'signedIn',
    isOrdering: true,
    summary: 'Create a Stripe payment for the order’s total; the browser confirms it with the client secret',
    params: IdParams,
    reply: z.object({ clientSecret: z.string() }),
  }),
  startPayPal: post('/api/orders/:id/paypal-order', {
    access: 'signedIn',
    isOrdering: true,
    summary: 'Create a PayPal order for the order’s total',
    params: IdParams,
    reply: z.object({ id: z.string() }),
  }),
  pay: put('/api/orders/:id/pay', {
    access: 'signedIn',
    isOrdering: true,
    summary: 'Report a payment; the server verifies it with the provider',
    params: IdParams,
    body: PaymentReport,
    reply: Paid,
  }),
  markPaid: put('/api/orders/:id/mark-paid', {
    access: 'admin',
    isConfirmed: true,
    summary: 'Record that an order was paid another way',
    params: IdParams,
    body: z.object({ note: z._default(text(200, 'The note'), '') }),
    reply: Paid,
  }),
}
