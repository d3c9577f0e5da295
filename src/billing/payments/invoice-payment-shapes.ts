import * as z from 'zod/mini'
import { InvoiceId, InvoiceIds } from '../invoices/contract.ts'
import { get, post, put } from '#shared/endpoint.ts'
import { Message } from '#shared/wire.ts'
import { PaymentReport, PaymentDetail, ProviderWidgets } from './contract.ts'

/** Where chosen invoices are paid: beside an order's, the page that may load what providers bring along. */
export const payInvoicesPage = (ids: readonly string[]): string => `/payInvoices?ids=${ids.join(',')}`

export const invoicesPaid = 'The invoices are paid'

const Share = z.object({ invoiceID: z.string(), amount: z.number() })

const InvoicesQuote = z.extend(ProviderWidgets, {
  /** What is open of each that can be paid: just this is paid of it. */
  shares: z.array(Share),
  total: z.number(),
  /** Why the others cannot be paid, in sentences. */
  refusals: z.array(z.string()),
})
export type InvoicesQuote = z.infer<typeof InvoicesQuote>

const PaymentStart = z.object({
  ids: InvoiceIds,
  /** The sum that was shown: another one is refused. */
  total: z.number().check(z.positive('There is nothing to pay.'), z.maximum(1_000_000_000)),
})
export type PaymentStart = z.output<typeof PaymentStart>

const InvoicePayment = z.extend(PaymentDetail, {
  /** Of the payment's amount, what was paid of this invoice. */
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
    summary: 'Create a Stripe payment for the chosen invoices; the browser confirms it with the client secret',
    body: PaymentStart,
    reply: z.object({ clientSecret: z.string() }),
  }),
  startPayPal: post('/api/users/InvoicePayments/paypal', {
    access: 'customer',
    isOrdering: true,
    summary: 'Create a PayPal order for the chosen invoices',
    body: PaymentStart,
    reply: z.object({ id: z.string() }),
  }),
  pay: put('/api/users/InvoicePayments/pay', {
    access: 'customer',
    isOrdering: true,
    summary: 'Report a payment of invoices; the server verifies it with the provider',
    body: PaymentReport,
    reply: Message,
  }),
}
