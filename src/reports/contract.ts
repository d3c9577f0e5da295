import * as z from 'zod/mini'
import { OpenQuestion } from '#billing/invoices/question-shapes.ts'
import { BoughtProduct, OfferedProduct, SuggestedProduct } from '#reordering/habits/offer-shapes.ts'
import { AgeBand } from '#billing/invoices/contract.ts'
import { get } from '#shared/endpoint.ts'
import { Email, Id, Moment } from '#shared/wire.ts'

/** A figure of this month so far, and of the same days of the month before. */
const Trend = z.object({ now: z.number(), before: z.number() })
export type Trend = z.infer<typeof Trend>

/** Arrays of one row, of zeros in an empty portal, so that `orders[0]` is always there. */
export const Summary = z.object({
  users: z.array(z.object({ numUsers: z.number() })),
  orders: z.array(z.object({ numOrders: z.number(), totalSales: z.number(), totalProducts: z.number() })),
  /** Published products of each category. */
  productCategories: z.array(z.object({ _id: z.string(), count: z.number() })),
  trends: z.object({
    /** First and last day compared, and the same of the month before. */
    days: z.object({ from: z.string(), to: z.string(), beforeFrom: z.string(), beforeTo: z.string() }),
    users: Trend,
    orders: Trend,
    sales: Trend,
    products: Trend,
  }),
})
export type Summary = z.infer<typeof Summary>

export const StateOrders = z.object({ state: z.string(), orders: z.number() })
export type StateOrders = z.infer<typeof StateOrders>

export const firstReportYear = 2001

/** Years that a report can be asked for on this day of the business, the latest first. */
export const reportYears = (today: string): number[] =>
  Array.from(
    { length: Math.max(2024, Number(today.slice(0, 4))) - firstReportYear + 1 },
    (_, at) => firstReportYear + at,
  ).toReversed()

const Year = z.coerce
  .number('Choose a year.')
  .check(z.int('Choose a year.'), z.gte(firstReportYear, 'Choose a year.'), z.lte(9999, 'Choose a year.'))
const YearParams = z.object({ id: Year })

export const ProductName = z.object({ _id: z.string(), name: z.string(), ndcNumber: z.string(), dummyNDC: z.boolean() })
export type ProductName = z.infer<typeof ProductName>

/** Pieces sold of one product, January to December. */
export const YearOfSales = z.object({ year: z.number(), months: z.array(z.number()) })
export type YearOfSales = z.infer<typeof YearOfSales>

export const TopProduct = z.object({
  _id: z.string(),
  ndcNumber: z.string(),
  name: z.string(),
  slug: z.string(),
  totalQuantity: z.number(),
})
export type TopProduct = z.infer<typeof TopProduct>

export const TopCustomer = z.object({
  /** Empty for orders from the ERP whose account nobody has in the portal. */
  _id: z.string(),
  /** By its id the list of orders finds exactly these; empty as well. */
  business: z.string(),
  companyName: z.string(),
  orders: z.number(),
  sales: z.number(),
  /** Sales of the year before; of the year that still runs, up to the same moment a year ago. */
  salesBefore: z.number(),
})
export type TopCustomer = z.infer<typeof TopCustomer>

/** What is known about paid and unpaid invoices in one currency. */
export const InvoiceOverview = z.object({
  currency: z.string(),
  invoices: z.number(),
  /** Billed in the last twelve months. */
  invoiced: z.number(),
  received: z.number(),
  pending: z.number(),
  /** Billed, and the ERP has not said whether it is paid. */
  unknown: z.number(),
  /** How long pending payments are overdue. */
  ages: z.array(AgeBand),
  /** The first day of the last twelve months. */
  since: z.string(),
})
export type InvoiceOverview = z.infer<typeof InvoiceOverview>

export const InvoiceOverviews = z.object({
  /** When the ERP listed its open items; null when it never did. */
  asOf: z.nullable(Moment),
  currencies: z.array(InvoiceOverview),
})

const StuckOrder = z.object({
  _id: z.string(),
  companyName: z.string(),
  state: z.string(),
  totalPrice: z.number(),
  createdAt: Moment,
})
export type StuckOrder = z.infer<typeof StuckOrder>

/** What a person must look at; each list is its beginning, the count is of all. */
const AskedInvoice = z.pick(OpenQuestion, {
  _id: true,
  invoiceID: true,
  customer: true,
  account: true,
  line: true,
  reason: true,
  billed: true,
  agreed: true,
  agreedBy: true,
})

export const Attention = z.object({
  /** What an operator has to mend, with the reason as it was told. */
  troubles: z.array(z.object({ text: z.string(), reason: z.string() })),
  waitingCustomers: z.number(),
  failed: z.object({ count: z.number(), orders: z.array(StuckOrder) }),
  held: z.object({ count: z.number(), orders: z.array(StuckOrder) }),
  licenses: z.object({
    count: z.number(),
    unknown: z.number(),
    customers: z.array(z.object({ _id: z.string(), companyName: z.string(), day: z.string(), daysLeft: z.number() })),
  }),
  /** What customers ask about invoices and nobody answered. */
  questions: z.object({ count: z.number(), rows: z.array(AskedInvoice) }),
  soldOut: z.object({
    count: z.number(),
    products: z.array(z.object({ _id: z.string(), name: z.string(), ndcNumber: z.string(), pieces: z.number() })),
  }),
})
export type Attention = z.infer<typeof Attention>

export const salesRanges = [30, 90, 365] as const
export type SalesRange = (typeof salesRanges)[number]

const Compared = { sales: z.number(), orders: z.number(), salesBefore: z.number(), ordersBefore: z.number() }

/** What was sold, and in the same days a year before. */
export const SalesBesideLastYear = z.object({
  /** The last twelve, oldest first; the one that runs is compared with as many days of last year's. */
  months: z.array(z.object({ month: z.string(), ...Compared })),
  ranges: z.array(z.object({ days: z.number(), from: z.string(), to: z.string(), ...Compared })),
})
export type SalesBesideLastYear = z.infer<typeof SalesBesideLastYear>

export const OpenOrder = z.object({
  _id: z.string(),
  orderIdSap: z.nullable(z.string()),
  orderStatusSap: z.nullable(z.string()),
  handOver: z.string(),
  purchaseOrder: z.string(),
  totalPrice: z.number(),
  createdAt: Moment,
})
export type OpenOrder = z.infer<typeof OpenOrder>

export const MySummary = z.object({
  /** Number of invoices of the own account. */
  inv: z.number(),
  /** Number of orders. */
  orders: z.number(),
  /** Suggestions, each with its reason. */
  products: z.array(SuggestedProduct),
  favProd: z.array(OfferedProduct),
  buyAgain: z.array(BoughtProduct),
  /** The last twelve months, oldest first. */
  spend: z.array(z.object({ month: z.string(), amount: z.number() })),
  openOrders: z.object({ count: z.number(), orders: z.array(OpenOrder) }),
  license: z.object({ expires: z.nullable(z.string()), daysLeft: z.nullable(z.number()) }),
})
export type MySummary = z.infer<typeof MySummary>

/** A customer somebody of the staff orders for, with what is to be done about it. */
export const MyCustomer = z.object({
  _id: z.string(),
  name: z.string(),
  lastName: z.string(),
  email: z.string(),
  companyName: z.string(),
  accountID: z.string(),
  lastOrderAt: Moment,
  openOrders: z.number(),
  /** Open for days and without a parcel. */
  lateOrders: z.number(),
  /** Days without an order, where that is much longer than this customer's own pauses; null otherwise. */
  quietDays: z.nullable(z.number()),
  licenseEnds: z.nullable(z.string()),
  /** Negative once it has ended. */
  licenseDaysLeft: z.nullable(z.number()),
})
export type MyCustomer = z.infer<typeof MyCustomer>

export const shortestSearch = 3

export const reports = {
  summary: get('/api/orders/summary', {
    access: 'admin',
    summary: 'Users, orders, sales and products sold, and how this month compares with the one before',
    reply: Summary,
  }),
  map: get('/api/orders/populateMap', {
    access: 'admin',
    summary: 'Orders by state of the ship-to',
    reply: z.array(StateOrders),
  }),
  mySummary: get('/api/orders/mysummary/:id', {
    access: 'signedIn',
    summary: 'A user’s dashboard by id or email: the caller’s own or, for admins, anyone’s',
    params: z.object({ id: z.union([Id, Email], 'Send a user id or an email address.') }),
    reply: MySummary,
  }),
  myCustomers: get('/api/reports/my-customers', {
    access: 'staff',
    summary: 'Customers the caller ordered for in the last year, those that need attention first',
    reply: z.object({ count: z.number(), customers: z.array(MyCustomer) }),
  }),
  productNames: get('/api/products/forDropdown', {
    access: 'admin',
    summary: 'Names and NDC numbers, at most 10,000; with `query` the twenty best matches',
    query: z.object({ query: z._default(z.string().check(z.maxLength(200)), '') }),
    reply: z.array(ProductName),
  }),
  productSales: get('/api/products/getReports/:id', {
    access: 'admin',
    summary: 'Units sold by month for each year with sales; the id is the NDC',
    params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(100)) }),
    reply: z.array(YearOfSales),
  }),
  topProducts: get('/api/products/getYearlyReports/:id', {
    access: 'admin',
    summary: 'The five best-selling products of a year',
    params: YearParams,
    reply: z.array(TopProduct),
  }),
  topCustomers: get('/api/reports/customers/:id', {
    access: 'admin',
    summary: 'The five largest customers of a year, and how their sales changed',
    params: YearParams,
    reply: z.array(TopCustomer),
  }),
  sales: get('/api/reports/sales', {
    access: 'admin',
    summary: 'Sales and orders by month and for the last 30, 90 and 365 days, compared with the year before',
    reply: SalesBesideLastYear,
  }),
  invoices: get('/api/reports/invoices', {
    access: 'admin',
    summary: 'Pending and received payments by the ERP’s open items',
    reply: InvoiceOverviews,
  }),
  attention: get('/api/reports/attention', {
    access: 'admin',
    summary: 'What needs attention: customers, order exports, licenses, products out of stock',
    reply: Attention,
  }),
}
