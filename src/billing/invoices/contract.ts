import * as z from 'zod/mini'
import { get, post, put } from '#shared/endpoint.ts'
import { type Filter, jsonFilter, listQuery, listShape } from '#shared/filters.ts'
import { Id, IdParams, Message, Moment } from '#shared/wire.ts'
import { InvoiceQuestion, NewQuestion, OpenQuestion, QuestionAnswer } from './question-shapes.ts'

/** Shown when the ERP has no document or does not respond. */
export const noDocument = 'The invoice document is not available yet.'

/**
 * The payment state from the ERP's reports: `unknown` if the ERP never reported an open amount, `onItsWay` if the order
 * was paid in the portal and the ERP has not booked it. A canceled invoice and its cancellation stay in the lists but
 * count in no total. A credit note lowers the open total until it is used up, and is never paid.
 */
export const settlements = [
  'paid',
  'onItsWay',
  'open',
  'overdue',
  'unknown',
  'cancelled',
  'cancellation',
  'credit',
  'creditUsed',
] as const

export const InvoiceRow = z.object({
  invoiceID: z.string(),
  partyID1: z.string(),
  /** The name of the account's business; empty for everyone but admins. */
  customer: z.string(),
  shipVia: z.string(),
  trackingNumber: z.string(),
  releaseStatusCode: z.string(),
  totalNetAmount: z.number(),
  currencyCode: z.string(),
  purchaseOrder: z.string(),
  Date: z.nullable(z.string()),
  dueDate: z.nullable(z.string()),
  settlement: z.enum(settlements),
  openAmount: z.nullable(z.number()),
  /** A credit note: its amounts are negative. */
  isCredit: z.boolean(),
})
export type InvoiceRow = z.infer<typeof InvoiceRow>

/** A line as the ERP bills it, with the ordered quantity and price of the same product. */
export const InvoiceLine = z.object({
  lineNo: z.number(),
  number: z.string(),
  name: z.string(),
  /** Empty if the product has no page. */
  slug: z.string(),
  image: z.string(),
  quantity: z.nullable(z.number()),
  unit: z.string(),
  price: z.nullable(z.number()),
  amount: z.nullable(z.number()),
  /** Storage and DEA schedule of the ordered line; empty if the line is not on the order. */
  coldStatus: z.string(),
  deaSchedule: z.string(),
  ordered: z.nullable(z.object({ quantity: z.number(), price: z.number() })),
})
export type InvoiceLine = z.infer<typeof InvoiceLine>

export const NotBilled = z.object({ number: z.string(), name: z.string(), quantity: z.number() })
export type NotBilled = z.infer<typeof NotBilled>

export const PriceDifference = z.nullable(z.object({ ordered: z.number(), invoiced: z.number() }))
export type PriceDifference = z.infer<typeof PriceDifference>

/** The second half of a sentence such as “Paid by card”. */
export const waysToPay = { stripe: 'by card', paypal: 'with PayPal', manual: 'by other means' } as const

/** The whole invoice, with the ERP's field names. */
export const InvoiceDetail = z.object({
  invoiceID: z.string(),
  PurchaseOrder_KUT: z.string(),
  Date: z.nullable(z.string()),
  CreationDateTime: z.nullable(Moment),
  TrackingNumber_KUT: z.string(),
  ShipVia_KUT: z.string(),
  FedExAccount_KUT: z.string(),
  TotalGrossAmount: z.number(),
  currencyCode: z.string(),
  ReleaseStatusCode: z.string(),
  ShippingChargeAmountcontent_KUT: z.nullable(z.number()),
  TotalNetAmount: z.number(),
  BuyerPartyID: z.string(),
  PayerPartyID: z.string(),
  dueDate: z.nullable(z.string()),
  settlement: z.enum(settlements),
  openAmount: z.nullable(z.number()),
  openAmountAt: z.nullable(Moment),
  isCredit: z.boolean(),
  /** The invoice that this document cancels, and the document that canceled this invoice. */
  cancels: z.nullable(z.string()),
  cancelledBy: z.nullable(z.string()),
  /** The billed order, if the caller can see it. */
  order: z.nullable(z.object({ _id: z.string(), orderIdSap: z.nullable(z.string()) })),
  /** The portal payment of that order. */
  paidInPortal: z.nullable(
    z.object({ amount: z.number(), at: z.nullable(Moment), way: z.enum(['stripe', 'paypal', 'manual']) }),
  ),
  /** Item totals of that order and its invoices, if the ERP billed a different price. */
  priceDifference: PriceDifference,
  /** Account names, if the caller can see them. */
  buyerName: z.string(),
  payerName: z.string(),
  /** Null until the ERP reports the lines. */
  lines: z.nullable(z.array(InvoiceLine)),
  /** Ordered products that no invoice bills yet. */
  notBilled: z.array(NotBilled),
  questions: z.array(InvoiceQuestion),
})
export type InvoiceDetail = z.infer<typeof InvoiceDetail>

export const invoiceList = listShape({
  filters: [
    'account',
    'inv',
    'ship',
    'track',
    'total',
    'status',
    'any',
    'po',
    'date',
    'due',
    'payment',
    'person',
    'product',
    'currency',
  ],
  sorts: ['createdAt', 'invoiceID', 'totalNetAmount', 'releaseStatusCode', 'dueDate'],
  sort: '-createdAt',
})
/** `owed`: open or overdue; `unsettled`: credit notes too; a `received` invoice may still be partly open. */
export const invoicePaymentFilters = [
  'unsettled',
  'owed',
  'open',
  'overdue',
  'paid',
  'received',
  'onItsWay',
  'unknown',
  'credit',
  'openCredit',
  'canceled',
] as const
export type InvoiceFilter = Filter<(typeof invoiceList.filters)[number]>

const invoiceQuery = listQuery(invoiceList)
const FilterParams = z.object({ filter: jsonFilter(invoiceList.filters) })
const fileQuery = z.omit(invoiceQuery, { query: true, page: true, pageSize: true })
const pageQuery = z.omit(invoiceQuery, { query: true })

/** Letters, digits and the separators that ERPs use. */
export const InvoiceId = z.object({
  id: z.string().check(z.regex(/^[\w.-]{1,40}$/, 'Send an invoice number.')),
})
export const maxArchived = 100
const archivedIds = 'Choose 1 to 100 invoices.'

/** Comma-separated invoice numbers. */
export const InvoiceIds = z.pipe(
  z.string(archivedIds).check(z.regex(/^[\w.-]{1,40}(?:,[\w.-]{1,40})*$/, archivedIds)),
  z.pipe(
    z.transform((text: string) => text.split(',')),
    z.array(z.string()).check(z.maxLength(maxArchived, archivedIds)),
  ),
)

const AccountId = z.object({ id: z.string().check(z.minLength(1), z.maxLength(60)) })

/** One age band of the totals; its filter selects the invoices that it adds up. */
export const AgeBand = z.object({
  label: z.string(),
  invoices: z.number(),
  amount: z.number(),
  filter: z.record(z.string(), z.string()),
})

/** Amounts owed, by currency; `unknown` counts invoices without a reported open amount. */
export const InvoiceTotals = z.array(
  z.object({
    currency: z.string(),
    /** Net of the open credit notes. */
    open: z.number(),
    /** Open credit notes; the amount is negative. */
    credits: z.object({ invoices: z.number(), amount: z.number() }),
    overdue: z.number(),
    /** The paid part of what was invoiced in the last 12 months. */
    paid: z.number(),
    /** The first day of those 12 months. */
    since: z.string(),
    ages: z.array(AgeBand),
    unknown: z.object({ invoices: z.number(), amount: z.number() }),
    asOf: z.nullable(Moment),
  }),
)
export type InvoiceTotals = z.infer<typeof InvoiceTotals>

const StatementQuery = z.object({
  month: z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Write the month like 2026-11.')),
})

/** The credit limit that the ERP last reported; null if it reports none. */
const CreditLimit = z.nullable(
  z.object({
    limit: z.number(),
    /** The remaining credit, less the orders placed since the report. */
    left: z.nullable(z.number()),
    /** The total of orders that the report does not include; null if the limit is not in the currency of the orders. */
    orderedSince: z.nullable(z.number()),
    currency: z.string(),
    saidAt: Moment,
  }),
)

const StatementByMail = z.object({ isWanted: z.boolean('Send true or false.') })

export const invoices = {
  list: get('/api/users/InvoicesListFilter/:filter', {
    access: 'signedIn',
    summary: 'Invoices by filter: of the caller’s account or, for admins, of all accounts. Counted in X-Total-Count',
    params: FilterParams,
    query: pageQuery,
    reply: z.array(InvoiceRow),
  }),
  csv: get('/api/users/InvoicesListFilter/:filter/csv', {
    access: 'signedIn',
    summary: 'The whole list as CSV',
    params: FilterParams,
    query: fileQuery,
    reply: z.unknown(),
  }),
  all: get('/api/users/Invoices/all', {
    access: 'admin',
    summary: 'All invoices. Counted in X-Total-Count',
    query: pageQuery,
    reply: z.array(InvoiceRow),
  }),
  ofCustomer: get('/api/users/InvoicesByCustomer/:id', {
    access: 'signedIn',
    summary: 'Invoices of an account, by its number or the id of a user. Counted in X-Total-Count',
    params: AccountId,
    query: z.extend(pageQuery, { payment: z.optional(z.enum(invoicePaymentFilters)) }),
    reply: z.array(InvoiceRow),
  }),
  byId: get('/api/users/InvoiceDetailsById/:id', {
    access: 'signedIn',
    summary: 'One invoice of the caller’s account; for admins any invoice',
    params: InvoiceId,
    reply: InvoiceDetail,
  }),
  pdf: get('/api/users/DownloadPDF/:id', {
    access: 'signedIn',
    summary: 'The invoice document; the bearer token or the cookie of this path is accepted',
    params: InvoiceId,
    reply: z.unknown(),
  }),
  archive: get('/api/users/InvoiceArchive', {
    access: 'signedIn',
    limits: [{ name: 'invoice-archive', per: 'caller', most: 30, seconds: 3_600 }],
    summary: 'Documents of up to 100 invoices as one ZIP file; it lists documents that the ERP did not provide',
    query: z.object({ ids: InvoiceIds }),
    reply: z.unknown(),
  }),
  totals: get('/api/users/InvoiceTotals', {
    access: 'signedIn',
    summary: 'Open, overdue and paid amounts of the caller’s account or, for admins, of all accounts or one',
    query: z.object({ account: z._default(z.string().check(z.maxLength(60)), '') }),
    reply: InvoiceTotals,
  }),
  statement: get('/api/users/InvoiceStatement/:id', {
    access: 'signedIn',
    summary: 'The statement of an account for a month as PDF',
    params: AccountId,
    query: StatementQuery,
    reply: z.unknown(),
  }),
  statementCsv: get('/api/users/InvoiceStatement/:id/csv', {
    access: 'signedIn',
    summary: 'The same statement as CSV',
    params: AccountId,
    query: StatementQuery,
    reply: z.unknown(),
  }),
  creditLimit: get('/api/users/CreditLimit', {
    access: 'signedIn',
    summary:
      'The last credit limit from the ERP for the caller’s business, or the one ordered for, less orders since; for admins that of a user’s business',
    query: z.object({ of: z.optional(Id) }),
    reply: CreditLimit,
  }),
  statementByMail: get('/api/users/StatementByMail', {
    access: 'customer',
    summary: 'Whether the caller gets the monthly statement of their business by email',
    reply: StatementByMail,
  }),
  chooseStatementByMail: put('/api/users/StatementByMail', {
    access: 'customer',
    summary: 'Turn the monthly statement email on or off',
    body: StatementByMail,
    reply: Message,
  }),
  ask: post('/api/users/InvoiceQuestions/:id', {
    access: 'signedIn',
    isOrdering: true,
    limits: [{ name: 'invoice-question', per: 'caller', most: 30, seconds: 3_600 }],
    summary: 'Ask about or dispute an invoice of the caller’s account or one of its lines; the wholesaler is emailed',
    params: InvoiceId,
    body: NewQuestion,
    reply: Message,
    done: 'Question sent. We will answer it here and by email.',
    status: 201,
  }),
  openQuestions: get('/api/users/InvoiceQuestions', {
    access: 'admin',
    summary: 'Open questions about invoices, oldest first',
    reply: z.array(OpenQuestion),
  }),
  settleQuestion: put('/api/users/InvoiceQuestions/:id/settle', {
    access: 'admin',
    summary: 'Settle a question about an invoice; the answer is emailed to the person who asked',
    params: IdParams,
    body: QuestionAnswer,
    reply: Message,
    done: 'Question settled',
  }),
}
