import * as z from 'zod/mini'
import { OpenQuestion } from '#billing/invoices/question-shapes.ts'
import { BoughtProduct, DueProduct, FavoriteProduct, SuggestedProduct } from '#reordering/habits/offer-shapes.ts'
import { AgeBand } from '#billing/invoices/contract.ts'
import { get } from '#shared/endpoint.ts'
import { Email, Id, Moment } from '#shared/wire.ts'
import { Breakdown, BreakdownQuery, PeriodQuery, SalesOfPeriod } from './sales-shapes.ts'

/** A figure for this month so far and for the same days of the previous month. */
const Trend = z.object({ now: z.number(), before: z.number() })
export type Trend = z.infer<typeof Trend>

/** Arrays of one row, with zeros in an empty portal, so that `orders[0]` always exists. */
export const Summary = z.object({
  users: z.array(z.object({ numUsers: z.number() })),
  orders: z.array(z.object({ numOrders: z.number(), totalSales: z.number(), totalProducts: z.number() })),
  /** Published products by category. */
  productCategories: z.array(z.object({ _id: z.string(), count: z.number() })),
  trends: z.object({
    /** The first and last day compared, and the same days of the previous month. */
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

/** The years with reports as of this day, latest first. */
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

/** Units of one product sold, January to December. */
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
  /** Empty for ERP orders whose account has no user in the portal. */
  _id: z.string(),
  /** The business id, which filters the order list to exactly these orders; empty in the same case. */
  business: z.string(),
  companyName: z.string(),
  orders: z.number(),
  sales: z.number(),
  /** Sales of the previous year; for the current year, up to the same moment a year ago. */
  salesBefore: z.number(),
})
export type TopCustomer = z.infer<typeof TopCustomer>

/** Paid and unpaid invoices in one currency. */
export const InvoiceOverview = z.object({
  currency: z.string(),
  invoices: z.number(),
  /** Billed in the last twelve months. */
  invoiced: z.number(),
  received: z.number(),
  pending: z.number(),
  /** Billed, but the ERP has not reported whether it is paid. */
  unknown: z.number(),
  /** Pending payments by days overdue. */
  ages: z.array(AgeBand),
  /** The first day of the last twelve months. */
  since: z.string(),
})
export type InvoiceOverview = z.infer<typeof InvoiceOverview>

export const InvoiceOverviews = z.object({
  /** When the ERP last listed its open items; null if never. */
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

/** What needs a person's attention. The lists are truncated; the counts are complete. */
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
  /** Problems for the operator, with the recorded reason. */
  troubles: z.array(z.object({ text: z.string(), reason: z.string() })),
  waitingCustomers: z.number(),
  failed: z.object({ count: z.number(), orders: z.array(StuckOrder) }),
  held: z.object({ count: z.number(), orders: z.array(StuckOrder) }),
  licenses: z.object({
    count: z.number(),
    unknown: z.number(),
    customers: z.array(z.object({ _id: z.string(), companyName: z.string(), day: z.string(), daysLeft: z.number() })),
  }),
  /** Unanswered customer questions about invoices. */
  questions: z.object({ count: z.number(), rows: z.array(AskedInvoice) }),
  soldOut: z.object({
    count: z.number(),
    products: z.array(z.object({ _id: z.string(), name: z.string(), ndcNumber: z.string(), pieces: z.number() })),
  }),
})
export type Attention = z.infer<typeof Attention>

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
  /** The number of invoices of the user's account. */
  inv: z.number(),
  /** The number of orders. */
  orders: z.number(),
  /** Suggested products. */
  products: z.array(SuggestedProduct),
  favProd: z.array(FavoriteProduct),
  due: z.array(DueProduct),
  /** Regular products that are not due. */
  buyAgain: z.array(BoughtProduct),
  /** The last twelve months, oldest first. */
  spend: z.array(z.object({ month: z.string(), amount: z.number() })),
  openOrders: z.object({
    count: z.number(),
    /** The next day on which one should arrive, by the promise at checkout. */
    nextArrival: z.nullable(z.string()),
    orders: z.array(OpenOrder),
  }),
  license: z.object({ expires: z.nullable(z.string()), daysLeft: z.nullable(z.number()) }),
})
export type MySummary = z.infer<typeof MySummary>

/** A customer the sales rep orders for, with what needs attention. */
export const MyCustomer = z.object({
  _id: z.string(),
  name: z.string(),
  lastName: z.string(),
  email: z.string(),
  companyName: z.string(),
  accountID: z.string(),
  lastOrderAt: Moment,
  openOrders: z.number(),
  /** On hold until the license is renewed. */
  heldOrders: z.number(),
  /** Open for several days without a tracking number. */
  lateOrders: z.number(),
  /** Days since the last order, if that is much longer than this customer's usual interval; otherwise null. */
  quietDays: z.nullable(z.number()),
  licenseEnds: z.nullable(z.string()),
  /** Negative if expired. */
  licenseDaysLeft: z.nullable(z.number()),
  /** In the currency with the largest amount; null without overdue invoices. */
  overdue: z.nullable(z.object({ amount: z.number(), currency: z.string() })),
})
export type MyCustomer = z.infer<typeof MyCustomer>

/** Customers to show: all, or those that need attention for one reason. */
export const customerMatters = ['all', 'quiet', 'license', 'held', 'overdue'] as const
export type CustomerMatter = (typeof customerMatters)[number]

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
    summary: 'Customers the caller ordered for in the last year, those with overdue invoices first',
    query: z.object({ show: z._default(z.enum(customerMatters, 'Choose which customers to list.'), 'all') }),
    reply: z.object({
      /** Customers by matter, of all and not only of those listed. */
      counts: z.object({
        all: z.number(),
        quiet: z.number(),
        license: z.number(),
        held: z.number(),
        overdue: z.number(),
      }),
      /** What these customers together have not paid in time, by currency, the most first. */
      overdue: z.array(z.object({ amount: z.number(), currency: z.string() })),
      customers: z.array(MyCustomer),
    }),
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
    summary: 'Sales and orders of a period by day, week or month, beside the period and the year before',
    query: PeriodQuery,
    reply: SalesOfPeriod,
  }),
  breakdown: get('/api/reports/breakdown', {
    access: 'admin',
    summary:
      'Sales of a period by sales rep, category, manufacturer or price list: the first ten, the rest and the total',
    query: BreakdownQuery,
    reply: Breakdown,
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
