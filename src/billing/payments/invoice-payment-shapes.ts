import * as z from 'zod/mini'
import { InvoiceId, InvoiceIds } from '../invoices/contract.ts'
import { get, post, put } from '#shared/endpoint.ts'
import { Message } from '#shared/wire.ts'
import { PaymentReport, PaymentDetail, paymentLimits, ProviderWidgets } from './contract.ts'

/** The payment page of invoices: with an order's, the only one that may load provider scripts. */
export const payInvoicesPage = (ids: readonly string[]): string => `/payInvoices?ids=${ids.join(',')}`

export const invoicesPaid = 'The invoices are paid'

const Share = z.object({ invoiceID: z.string(), amount: z.number() })

const InvoicesQuote = z.extend(ProviderWidgets, {
  /** The open amount of each payable invoice, which is paid in full. */
  shares: z.array(Share),
  total: z.number(),
  /** Why the other invoices cannot be paid, as sentences. */
  refusals: z.array(z.string()),
})
export type InvoicesQuote = z.infer<typeof InvoicesQuote>

const PaymentStart = z.object({
  ids: InvoiceIds,
  /** The total that the user saw; the server refuses any other. */
  total: z.number().check(z.positive('There is nothing to pay.'), z.maximum(1_000_000_000)),
})
export type PaymentStart = z.output<typeof PaymentStart>

const InvoicePayment = z.extend(PaymentDetail, {
  /** This invoice's share of the payment's amount. */
  share: z.number(),
})
export type InvoicePayment = z.input<typeof InvoicePayment>

export const invoicePayments = {
  quote: get('/api/users/InvoicePayments', {
    access: 'customer',
    isOrdering: true,
    summary: 'Open amounts of the chosen invoices of the caller’s account, and how to pay them online in one payment',
    query: z.object({ ids: InvoiceIds }),
    reply: InvoicesQuote,
  }),
  ofInvoice: get('/api/users/InvoicePayments/:id', {
    access: 'signedIn',
    summary: 'The status of payments that include an invoice',
    params: InvoiceId,
    reply: z.array(InvoicePayment),
  }),
  startStripe: post('/api/users/InvoicePayments/stripe', {
    access: 'customer',
    isOrdering: true,
    limits: paymentLimits.started,
    summary: 'Create a Stripe payment for the chosen invoices; the browser confirms it with the client secret',
    body: PaymentStart,
    reply: z.object({ clientSecret: z.string() }),
  }),
  startPayPal: post('/api/users/InvoicePayments/paypal', {
    access: 'customer',
    isOrdering: true,
    limits: paymentLimits.started,
    summary: 'Create a PayPal order for the chosen invoices',
    body: PaymentStart,
    reply: z.object({ id: z.string() }),
  }),
  pay: put('/api/users/InvoicePayments/pay', {
    access: 'customer',
    isOrdering: true,
    limits: paymentLimits.reported,
    summary: 'Report a payment of invoices; the server verifies it with the provider',
    body: PaymentReport,
    reply: Message,
    done: invoicesPaid,
  }),
}
