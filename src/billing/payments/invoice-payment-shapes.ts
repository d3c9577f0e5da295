import * as z from 'zod/mini'
import { InvoiceId, InvoiceIds } from '../invoices/contract.ts'
import { get, post, put } from '#shared/endpoint.ts'
import { Message } from '#shared/wire.ts'
import { PaymentClaim, PaymentFact, ProviderWidgets } from './contract.ts'

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

const InvoicePayment = z.extend(PaymentFact, {
  /** Of the payment's amount, what was paid of this invoice. */
  share: z.number(),
})
export type InvoicePayment = z.input<typeof InvoicePayment>

export const invoicePayments = {
  quote: get('/api/users/InvoicePayments', {
    access: 'customer',
    isOrdering: true,
    summary: 'What is open of the chosen invoices of the own account, and how they can be paid online in one payment',
    query: z.object({ ids: InvoiceIds }),
    reply: InvoicesQuote,
  }),
  ofInvoice: get('/api/users/InvoicePayments/:id', {
    access: 'signedIn',
    summary: 'What became of the payments in which an invoice has a share',
    params: InvoiceId,
    reply: z.array(InvoicePayment),
  }),
  startStripe: post('/api/users/InvoicePayments/stripe', {
    access: 'customer',
    isOrdering: true,
    summary: 'Ask Stripe for one payment of the chosen invoices; the client secret lets the browser confirm it',
    body: PaymentStart,
    reply: z.object({ clientSecret: z.string() }),
  }),
  startPayPal: post('/api/users/InvoicePayments/paypal', {
    access: 'customer',
    isOrdering: true,
    summary: 'Ask PayPal for one order of the chosen invoices',
    body: PaymentStart,
    reply: z.object({ id: z.string() }),
  }),
  pay: put('/api/users/InvoicePayments/pay', {
    access: 'customer',
    isOrdering: true,
    summary: 'Claim that invoices were paid; the provider is asked, and only its answer counts',
    body: PaymentClaim,
    reply: Message,
  }),
}
