import * as z from 'zod/mini'
import { get, post, put } from '#shared/endpoint.ts'
import { PriceDifference } from '../invoices/contract.ts'
import { IdParams, Message, Moment, text } from '#shared/wire.ts'

export const onlineProviders = ['stripe', 'paypal'] as const

/** The payment page of an order: with the invoices' page, the only one that may load provider scripts. */
export const paymentPage = (orderId: string): string => `/order/${encodeURIComponent(orderId)}?pay=1`

/** Contract texts, used by endpoints and screens. */
export const paidMessage = 'Order is paid'
export const stripeNotLoaded = 'Stripe not loaded'
export const payPalFailed = 'Error in connecting to PayPal'

/** A payment that was captured, refunded or disputed. */
export const PaymentDetail = z.object({
  _id: z.string(),
  provider: z.enum(['stripe', 'paypal', 'manual']),
  /** `surplus`: the provider has money that was not owed. */
  state: z.enum(['taking', 'paid', 'surplus']),
  amount: z.number(),
  refunded: z.number(),
  /** The provider's dispute status; empty if there is none. */
  dispute: z.string(),
  note: z.string(),
  settledAt: z.nullable(Moment),
})
export type PaymentDetail = z.infer<typeof PaymentDetail>

/** What a page needs before it loads any provider script. */
export const ProviderWidgets = z.object({
  /** The available providers; empty if nothing is owed or online payment is off. */
  offered: z.array(z.enum(onlineProviders)),
  /** True when no money moves: test keys of the providers, or simulators on this machine. */
  isTest: z.boolean(),
  /** Addresses that replace the providers' own browser scripts; empty for the originals. */
  scripts: z.object({ stripe: z.string(), paypal: z.string() }),
  payPal: z.object({ merchantId: z.string(), isSandbox: z.boolean() }),
})
export type ProviderWidgets = z.infer<typeof ProviderWidgets>

const OrderPayments = z.extend(ProviderWidgets, {
  canMarkPaid: z.boolean(),
  facts: z.array(PaymentDetail),
  /** By the ERP: not paid, paid in the portal but not booked, or booked for every invoice of the order. */
  ledger: z.enum(['open', 'onItsWay', 'settled']),
  priceDifference: PriceDifference,
})
export type OrderPayments = z.infer<typeof OrderPayments>

/** The browser's claim that something was paid. Only the id is read; the provider is queried for the status. */
export const PaymentReport = z.looseObject({ id: z.optional(z.unknown()) })

const Paid = z.extend(Message, {
  order: z.object({ _id: z.string(), isPaid: z.boolean(), paidAt: z.nullable(Moment) }),
})

const started = { name: 'payment', per: 'caller', most: 60, seconds: 600 } as const
const reported = { name: 'pay', per: 'caller', most: 60, seconds: 600 } as const

/** Starting and reporting payments, of orders and of invoices. */
export const paymentLimits = { started: [started], reported: [reported] }

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
    limits: paymentLimits.started,
    summary: 'Create a Stripe payment for the order’s total; the browser confirms it with the client secret',
    params: IdParams,
    reply: z.object({ clientSecret: z.string() }),
  }),
  startPayPal: post('/api/orders/:id/paypal-order', {
    access: 'signedIn',
    isOrdering: true,
    limits: paymentLimits.started,
    summary: 'Create a PayPal order for the order’s total',
    params: IdParams,
    reply: z.object({ id: z.string() }),
  }),
  pay: put('/api/orders/:id/pay', {
    access: 'signedIn',
    isOrdering: true,
    limits: paymentLimits.reported,
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
