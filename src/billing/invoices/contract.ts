import * as z from 'zod/mini'
import { get, post, put } from '#shared/endpoint.ts'
import { type Filter, jsonFilter, listQuery, listShape } from '#shared/filters.ts'
import { Id, IdParams, Message, Moment } from '#shared/wire.ts'
import { InvoiceQuestion, NewQuestion, OpenQuestion, QuestionAnswer } from './question-shapes.ts'

/** Shown for a document that the ERP does not give out, or not now. */
export const noDocument = 'The invoice document is not available yet.'

/**
 * What the ERP reports about the money: unknown where it never said anything, on its way where the order was paid in the portal
 * and the ERP has booked nothing yet. A cancelled invoice and the document that cancels it stay in the lists and count in no sum.
 * A credit note lowers what is open until it is used up, and is never paid.
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

/** An invoice of a list; the fields below the line are the portal's own. */
export const InvoiceRow = z.object({
  invoiceID: z.string(),
  partyID1: z.string(),
  /** Whose account it is; for admins only. */
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
  /** Its amounts are below zero. */
  isCredit: z.boolean(),
})
export type InvoiceRow = z.infer<typeof InvoiceRow>

/** A line as the ERP bills it, and what was ordered of the same product. */
export const InvoiceLine = z.object({
  lineNo: z.number(),
  number: z.string(),
  name: z.string(),
  /** Empty where the product has no page. */
  slug: z.string(),
  image: z.string(),
  quantity: z.nullable(z.number()),
  unit: z.string(),
  price: z.nullable(z.number()),
  amount: z.nullable(z.number()),
  ordered: z.nullable(z.object({ quantity: z.number(), price: z.number() })),
})
export type InvoiceLine = z.infer<typeof InvoiceLine>

export const NotBilled = z.object({ number: z.string(), name: z.string(), quantity: z.number() })
export type NotBilled = z.infer<typeof NotBilled>

export const PriceDifference = z.nullable(z.object({ ordered: z.number(), invoiced: z.number() }))
export type PriceDifference = z.infer<typeof PriceDifference>

/** How somebody paid, in a sentence. */
export const waysToPay = { stripe: 'by card', paypal: 'with PayPal', manual: 'by other means' } as const

/** The whole invoice, in the field names of the ERP. */
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
  /** The number of the invoice that this document cancels, or of the document that cancelled this invoice. */
  cancels: z.nullable(z.string()),
  cancelledBy: z.nullable(z.string()),
  /** The order it bills, where the caller may see it. */
  order: z.nullable(z.object({ _id: z.string(), orderIdSap: z.nullable(z.string()) })),
  /** What was paid of that order in the portal. */
  paidInPortal: z.nullable(
    z.object({ amount: z.number(), at: z.nullable(Moment), way: z.enum(['stripe', 'paypal', 'manual']) }),
  ),
  /** The goods of that order and of its invoices, where the ERP billed another price. */
  priceDifference: PriceDifference,
  /** Names of the accounts, where the caller may know them. */
  buyerName: z.string(),
  payerName: z.string(),
  /** Null while the ERP has not told what it bills. */
  lines: z.nullable(z.array(InvoiceLine)),
  /** Of its order, what no invoice bills yet. */
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
/**
 * By what is paid and what is not: `owed` is open or overdue, `unsettled` has the open credit notes with it, and of what is
 * `received` a part may still be open.
 */
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

/** Letters, digits and what ERPs put between them. */
export const InvoiceId = z.object({
  id: z.string().check(z.regex(/^[\w.-]{1,40}$/, 'Send an invoice number.')),
})
export const maxArchived = 100
const archivedIds = 'Choose 1 to 100 invoices.'

/** Invoice numbers, comma-separated. */
export const InvoiceIds = z.pipe(
  z.string(archivedIds).check(z.regex(/^[\w.-]{1,40}(?:,[\w.-]{1,40})*$/, archivedIds)),
  z.pipe(
    z.transform((text: string) => text.split(',')),
    z.array(z.string()).check(z.maxLength(maxArchived, archivedIds)),
  ),
)

const AccountId = z.object({ id: z.string().check(z.minLength(1), z.maxLength(60)) })

/** Its filter narrows the list of invoices to those that it adds up. */
export const AgeBand = z.object({
  label: z.string(),
  invoices: z.number(),
  amount: z.number(),
  filter: z.record(z.string(), z.string()),
})

/** What is owed, by currency; `unknown` counts invoices the ERP has said nothing about. */
export const InvoiceTotals = z.array(
  z.object({
    currency: z.string(),
    /** With the credit notes that are not used up taken off. */
    open: z.number(),
    /** Those credit notes, below zero. */
    credits: z.object({ invoices: z.number(), amount: z.number() }),
    overdue: z.number(),
    /** Settled of what was invoiced in the last twelve months. */
    paid: z.number(),
    /** The first day of those twelve months. */
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

/** As the ERP last said it; null where it says nothing. */
const CreditLimit = z.nullable(
  z.object({
    limit: z.number(),
    /** Without what was ordered since. */
    left: z.nullable(z.number()),
    /** What the ERP did not know of at that moment; null in another currency than that of the orders. */
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
    query: pageQuery,
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
    summary: 'Ask about or dispute an invoice of the caller’s account or one of its lines; the wholesaler is emailed',
    params: InvoiceId,
    body: NewQuestion,
    reply: Message,
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
  }),
}
