import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Count, SortOrder } from '#shared/filters.ts'
import { releaseStatus } from '#shared/release-status.ts'
import {
  allOf,
  anyOf,
  type Bind,
  type Condition,
  contains,
  containsIndexed,
  equals,
  type Expression,
  isAmount,
  isIndexable,
  isSixOrMore,
  inline,
  bound,
  never,
} from '#platform/db/conditions.ts'
import { isAccountLike, isOfBilledAccount } from '#customers/business/billed-accounts.ts'
import { accountsOfBusinessesCalled } from '#customers/business/match-businesses.ts'
import { allIds, pageOfRows } from '#platform/db/list-page.ts'
import { hasParcel, isNumbered, type NumberText } from '#platform/db/match-number.ts'
import type { Db } from '#platform/db/tables.ts'
import { isByPerson, isOrderWith, type NamedProduct } from '#orders/history/match-orders.ts'
import type { CsvColumns } from '#platform/http/csv.ts'
import { isDayOn } from '#platform/http/filter-days.ts'
import type { InvoiceFilter, invoiceList, InvoiceRow, invoicePaymentFilters } from './contract.ts'
import { isOnlyOrderPaid, isOpenCredit, isOwed } from './read-settlement.ts'
import { type InvoiceColumns, invoiceColumns, invoiceFields } from './queries.ts'
import { isMoney, today } from './total-last-year.ts'

export interface InvoicesQuery {
  /** Limits the list to the invoices that the caller can see; null for all. */
  whose: Condition | null
  filter: InvoiceFilter
  sort: SortOrder<(typeof invoiceList.sorts)[number]>
  /** The caller's own account; only its business name can be filtered by name. */
  ownAccount: string
  /** The business day, for filters such as `yesterday`. */
  today: string
  /** The product that the filter names, if any. */
  product: NamedProduct | null
  /** Limits the list to invoices with this invoice, PO or tracking number. */
  numbered?: NumberText
}

interface PageQuery extends InvoicesQuery {
  page: number
  pageSize: number
}

/** One page of an invoice list, with the number of matching invoices. */
export const pageOfInvoices = async (
  db: Db,
  { page, pageSize, ...wanted }: PageQuery,
): Promise<{ rows: z.input<typeof InvoiceRow>[]; count: Count }> => {
  const shown = wanted.whose === null ? shownWithCustomer : shownWhere
  const { rows, count } = await pageOfRows(db, { ...listOf(wanted), shown }, { page, pageSize })
  return { rows: rows.map((row) => invoiceFields(row, wanted.today)), count }
}

/** All matching ids, for the CSV file. */
export const idsOfInvoices = (db: Db, wanted: InvoicesQuery): Promise<string[]> => allIds(db, listOf(wanted))

const listOf = (wanted: InvoicesQuery) => {
  const { whose, filter, sort, product, numbered } = wanted
  const isNarrow = whose === null && isNarrowOnly(filter)
  const conditions = [
    ...conditionsOf(wanted, isNarrow ? bound : inline),
    ...daysOf(wanted),
    ...(product === null ? [] : [isOrderWith(sql`order_id`, product)]),
    ...(numbered === undefined ? [] : [isAnyNumber(numbered, whose === null)]),
  ]
  const by = sort.replace(/^-/, '') as (typeof invoiceList.sorts)[number] // the schema allows no other value
  return {
    table: 'invoice' as const,
    where: allOf([...(whose ? [whose] : []), ...conditions]),
    // In the list of all customers, an account filter is resolved to the few matching accounts first.
    ...(whose === null && filter.account !== undefined && { among: setsOfCustomer(filter.account) }),
    by: orders[by],
    isDescending: sort.startsWith('-'),
    isNarrow,
    isBroad: whose === null && !numbered && Object.keys(filter).every((name) => isBroad(name, filter)),
  }
}

/** Filters that match most rows; nearly all invoices are paid. */
const isBroad = (name: string, { payment }: InvoiceFilter): boolean =>
  name === 'ship' || name === 'status' || (name === 'payment' && (payment === 'paid' || payment === 'received'))

/** Matches the account number or the business name. The sets are disjoint. */
const setsOfCustomer = (text: string): Condition[] => {
  const isNumbered = isOfBilledAccount('party_id', text)
  const isNamed = sql<boolean>`party_id = any(${accountsOfBusinessesCalled(text)})`
  return [isNumbered, allOf([isNamed, sql<boolean>`not ${isNumbered}`])]
}

/** True if the filter is selective without inlined values: an invoice number, or six digits of an account. */
const isNarrowOnly = ({ account = '', status, inv = '', ...others }: InvoiceFilter): boolean => {
  if (Object.keys(others).length > 0) return false
  if (inv !== '') return account === '' && status === undefined && isIndexable(inv) && [...inv].length >= 4
  return isSixOrMore(account) || (account !== '' && status === undefined)
}

/** Must match the index expression exactly. */
const status = sql`(case when release_status_code in ('1', '2', '3') then release_status_code else '4' end)`

const orders: Record<(typeof invoiceList.sorts)[number], readonly Expression[]> = {
  createdAt: [sql`erp_created_at`],
  invoiceID: [sql`id`],
  totalNetAmount: [sql`total_net_amount`],
  releaseStatusCode: [status, sql`erp_created_at`],
  dueDate: [sql`due_date`],
}

const conditionsOf = ({ filter, whose, ownAccount }: InvoicesQuery, bind: Bind) => {
  const { account, inv, ship, track, total, status: code, any, po, person, payment, currency } = filter
  const isEveryone = whose === null
  const like = isEveryone ? containsIndexed : contains
  return [
    ...(account === undefined || isEveryone ? [] : [isOfOwnCustomer(account, ownAccount)]),
    ...(inv === undefined ? [] : [like(sql`id`, inv, bind)]),
    ...(ship === undefined ? [] : [like(sql`ship_via`, ship)]),
    ...(track === undefined ? [] : [like(sql`tracking_number`, track)]),
    ...(total === undefined ? [] : [isAmount(sql`total_net_amount`, total)]),
    ...(code === undefined ? [] : [equals(status, code, bind)]),
    ...(po === undefined ? [] : [like(sql`purchase_order`, po)]),
    ...(any === undefined ? [] : [mentions(any, isEveryone)]),
    ...(person === undefined ? [] : [isOfOrder(isByPerson(person))]),
    ...(payment === undefined ? [] : [paymentCondition(payment)]),
    ...(currency === undefined ? [] : [sql<boolean>`currency_code = ${currency.toUpperCase()}`]),
  ]
}

const daysOf = ({ filter: { date, due }, today }: InvoicesQuery): Condition[] => [
  ...(date === undefined ? [] : [isDayOn(sql`invoice_date`, date, { today, lean: 'past' })]),
  ...(due === undefined ? [] : [isDayOn(sql`due_date`, due, { today, lean: 'near' })]),
]

/** Only the name of the own business: invoices paid for others must not reveal other names. */
const isOfOwnCustomer = (text: string, ownAccount: string): Condition =>
  anyOf([
    isAccountLike(sql`party_id`, text),
    sql<boolean>`(party_id = ${ownAccount} and party_id = any(${accountsOfBusinessesCalled(text)}))`,
  ])

/** Matches any number of the invoice, its order's number, or the business name. */
const mentions = (text: string, isEveryone: boolean): Condition =>
  anyOf([
    isAnyNumber({ text, isWhole: false }, isEveryone),
    isOfOrder(sql<boolean>`erp_id = ${text.replace(/^0+(?=\d)/, '')}`),
    ...(isEveryone ? [sql<boolean>`party_id = any(${accountsOfBusinessesCalled(text)})`] : []),
  ])

const isAnyNumber = (number: NumberText, isEveryone: boolean): Condition =>
  anyOf([
    isNumbered(sql`id`, number, isEveryone),
    isNumbered(sql`purchase_order`, number, isEveryone),
    hasParcel(sql`tracking_number`, number, isEveryone),
  ])

const isOfOrder = (isSo: Condition): Condition =>
  sql<boolean>`order_id in (select sales_order.id from sales_order where ${isSo})`

/** One raw string, because composing each column separately costs microseconds per call. */
const shownColumns = sql.raw(invoiceColumns.join(', '))

const shownWhere = (condition: Condition) => sql<InvoiceColumns>`
  select ${shownColumns}, ${isOnlyOrderPaid} as is_order_paid, '' as customer from invoice where ${condition}`

const customer = sql`coalesce((
  select name from business where account_number = party_id and account_number <> '' and deleted_at is null), '')`

const shownWithCustomer = (condition: Condition) => sql<InvoiceColumns>`
  select ${shownColumns}, ${isOnlyOrderPaid} as is_order_paid, ${customer} as customer from invoice where ${condition}`

/** The rows for these ids, in the given order. */
export const invoicesOf = async (
  db: Db,
  ids: readonly string[],
  today: string,
): Promise<z.input<typeof InvoiceRow>[]> => {
  const { rows } = await shownWithCustomer(sql`id = any(${ids}::text[])`).execute(db)
  const byId = new Map(rows.map((row) => [row.id, invoiceFields(row, today)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

type Csv = CsvColumns<z.input<typeof InvoiceRow>>

/** Only admins see several customers, so only their file has the customer's name. */
export const invoiceCsv = (isAdmin: boolean): Csv => ({
  'Invoice ID': (row) => row.invoiceID,
  ...(isAdmin && ({ Customer: (row) => row.customer } satisfies Csv)),
  Account: (row) => row.partyID1,
  Date: (row) => row.Date,
  Due: (row) => row.dueDate,
  'Purchase order': (row) => row.purchaseOrder,
  'Ship via': (row) => row.shipVia,
  'Tracking number': (row) => row.trackingNumber,
  'Release status': (row) => releaseStatus(row.releaseStatusCode),
  'Total net amount': (row) => row.totalNetAmount,
  Currency: (row) => row.currencyCode,
  Payment: (row) => row.settlement,
  'Open amount': (row) => row.openAmount,
})

const isBill = allOf([isMoney, sql<boolean>`not is_credit`])

/** Paid here and not booked by the ERP; the array subquery makes the planner start from the few paid orders. */
const isOnItsWay = allOf([
  isBill,
  anyOf([
    sql<boolean>`paid_here is not null and coalesce(open_amount, total_gross_amount) >= paid_here`,
    allOf([
      sql<boolean>`order_id = any(array(select id from sales_order where is_paid and deleted_at is null))`,
      sql<boolean>`total_gross_amount > 0 and coalesce(open_amount, total_gross_amount) >= total_gross_amount`,
    ]),
  ]),
])

const isOverdue = sql<boolean>`due_date < ${today}`

/** The same conditions as the totals, so that a figure and the list behind it contain the same invoices. */
const paymentConditions: Record<(typeof invoicePaymentFilters)[number], () => Condition> = {
  unsettled: () => anyOf([isOwed(), isOpenCredit]),
  owed: isOwed,
  open: () => allOf([isOwed(), sql<boolean>`(due_date is null or due_date >= ${today})`]),
  overdue: () => allOf([isOwed(), isOverdue]),
  paid: () => allOf([isBill, sql<boolean>`open_amount <= 0`]),
  received: () =>
    allOf([isBill, sql<boolean>`total_gross_amount <> greatest(open_amount, 0) and open_amount is not null`]),
  onItsWay: () => isOnItsWay,
  unknown: () => allOf([isBill, sql<boolean>`open_amount is null`]),
  credit: () => allOf([isMoney, sql<boolean>`is_credit`]),
  openCredit: () => isOpenCredit,
  canceled: () => sql<boolean>`(is_cancellation or cancelled_by is not null)`,
}

const knownPayments = new Map<string, () => Condition>(Object.entries(paymentConditions))

/** An unknown filter value matches nothing. */
const paymentCondition = (payment: string): Condition => knownPayments.get(payment)?.() ?? never
