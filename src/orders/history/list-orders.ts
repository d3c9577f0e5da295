import { openReasons } from '../join-reasons.ts'
import { sql } from 'kysely'
import { costCenterWords } from '../charge-shapes.ts'
import type * as z from 'zod/mini'
import { bothWays, type Count, type SortOrder } from '#shared/filters.ts'
import { canceledWord, releaseStatus } from '#shared/release-status.ts'
import { businessDay } from '#shared/business-day.ts'
import { isUuid } from '#shared/wire.ts'
import {
  allOf,
  anyOf,
  type Bind,
  type Condition,
  contains,
  containsIndexed,
  containsPieces,
  equals,
  type Expression,
  isAmount,
  isIndexable,
  isSixOrMore,
  never,
  inline,
  bound,
} from '#platform/db/conditions.ts'
import { type Owner, setsOfOwnOrders } from '#customers/business/own-records.ts'
import { isAccountLike, isOfBilledAccount } from '#customers/business/billed-accounts.ts'
import { idsOfBusinessesCalled } from '#customers/business/match-businesses.ts'
import { allIds, type List, pageOfRows, preparePage } from '#platform/db/list-page.ts'
import { hasParcel, isNumbered, type NumberText } from '#platform/db/match-number.ts'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { WireRow } from '#platform/db/value-parsers.ts'
import type { Caller } from '#platform/http/bearer.ts'
import type { CsvColumns } from '#platform/http/csv.ts'
import type { ServedFile } from '#platform/http/serve-file.ts'
import { isMomentOn } from '#platform/http/filter-days.ts'
import type { Db, Row } from '#platform/db/tables.ts'
import { orderList, type OrderFilter, type OrderRow, type orderStages } from '../order-shapes.ts'
import { isByPerson, isOrderWith, type NamedProduct } from './match-orders.ts'
import { canceledBy, type OrderColumns, orderFields, storedColumns } from './queries.ts'

type OrderSort = SortOrder<(typeof orderList.sorts)[number]>

export interface OrdersQuery {
  /** Null for all orders. */
  whose: Owner | null
  /** Only orders for this business. */
  forBusiness?: string | null
  filter: OrderFilter
  sort: OrderSort
  /** The business's current day, for filters such as `yesterday`. */
  today: string
  /** The products matching the product filter. */
  product: NamedProduct | null
  /** Only orders with this order, PO or tracking number or portal reference. */
  numbered?: NumberText
}

interface PageQuery extends OrdersQuery {
  page: number
  pageSize: number
}

/** One page of an order list with the total count. */
export const pageOfOrders = async (
  db: Db,
  { page, pageSize, ...wanted }: PageQuery,
): Promise<{ rows: z.input<typeof OrderRow>[]; count: Count }> => {
  const { whose, forBusiness, filter, sort } = wanted
  const { rows, count } =
    whose && !forBusiness && !wanted.numbered && Object.keys(filter).length === 0
      ? await ownPages[sort](db, whose, { page, pageSize })
      : await pageOfRows(db, { ...listOf(wanted), shown: shownWhere }, { page, pageSize })
  return { rows: rows.map(orderRow), count }
}

/** The ids of the whole list, for the CSV file. */
export const idsOfOrders = (db: Db, wanted: OrdersQuery): Promise<string[]> => allIds(db, listOf(wanted))

const listOf = ({ whose, forBusiness, filter, sort, today, product, numbered }: OrdersQuery): List => {
  const isNarrow = whose === null && isNarrowOnly(filter)
  const where = allOf([
    ...conditionsOf(filter, whose === null, isNarrow ? bound : inline),
    ...(filter.createdAt === undefined ? [] : [isMomentOn(sql`created_at`, filter.createdAt, { today, lean: 'past' })]),
    ...(product === null ? [] : [isOrderWith(sql`id`, product)]),
    ...(numbered === undefined ? [] : [isAnyNumber(numbered, whose === null)]),
    ...(forBusiness ? [sql<boolean>`business_id = ${forBusiness}::uuid`] : []),
  ])
  const list = { ...sorted(sort), where, isNarrow }
  if (whose) return { ...list, among: setsOfOwn(whose) }
  if (filter.billToPartyID !== undefined) return { ...list, among: setsOfCustomer(filter.billToPartyID) }
  const isBroadOnly = !numbered && Object.keys(filter).every(isBroad)
  return { ...list, isBroad: isBroadOnly, isInOrder: isBroadOnly && isByMoment(sort) }
}

/** Only a whole order number or an account: the values are bound, because the planner does not need to see them. */
const isNarrowOnly = ({ orderIdSap, billToPartyID, orderStatusSap, ...others }: OrderFilter): boolean => {
  const isAccountAlone = billToPartyID !== undefined && orderIdSap === undefined && orderStatusSap === undefined
  const isNarrow = isAccountAlone || isSixOrMore(orderIdSap ?? billToPartyID ?? '')
  return isNarrow && Object.keys(others).length === 0
}

const isByMoment = (sort: OrderSort): boolean => sort.endsWith('createdAt')

const isBroad = (name: string): boolean => ['createdAt', 'orderStatusSap', 'payment'].includes(name)

const sorted = (sort: OrderSort) => ({
  table: 'sales_order' as const,
  by: orders[sort.replace(/^-/, '') as (typeof orderList.sorts)[number]], // the schema allows nothing else
  isDescending: sort.startsWith('-'),
})

/** Includes canceled orders, which the lists mark as such. */
const all = sql<boolean>`true`

/** Code 4, none and unknown ones are one status; a cancellation comes first. Must match the index exactly. */
const status = sql`(case when is_cancelled or deleted_at is not null then 'canceled'
  when erp_status in ('1', '2', '3') then erp_status else '4' end)`

const orders: Record<(typeof orderList.sorts)[number], readonly Expression[]> = {
  createdAt: [sql`created_at`],
  orderIdSap: [sql`erp_id`],
  totalPrice: [sql`total_price`],
  purchaseOrder: [sql`purchase_order`],
  billToPartyID: [sql`bill_to_party_id`],
  orderStatusSap: [status, sql`created_at`],
}

const conditionsOf = (filter: OrderFilter, isEveryone: boolean, bind: Bind): Condition[] => {
  const like = isEveryone ? containsIndexed : contains
  const { orderStatusSap, orderIdSap, billToPartyID, totalPrice, trackingCode, purchaseOrder, costCenter } = filter
  const { stage, shipState, business, any, person, payment } = filter
  return [
    ...(orderStatusSap === undefined ? [] : [equals(status, orderStatusSap, bind)]),
    ...(orderIdSap === undefined ? [] : [hasNumber(orderIdSap, isEveryone)]),
    ...(billToPartyID === undefined || isEveryone ? [] : [isOfCustomer(billToPartyID)]),
    ...(totalPrice === undefined ? [] : [isAmount(sql`total_price`, totalPrice)]),
    ...(trackingCode === undefined ? [] : [like(sql`tracking_code`, trackingCode)]),
    ...(purchaseOrder === undefined ? [] : [like(sql`purchase_order`, purchaseOrder)]),
    ...(costCenter === undefined ? [] : [isChargedTo(costCenter)]),
    ...(stage === undefined ? [] : [stages.get(stage) ?? never]),
    ...(shipState === undefined ? [] : [goesTo(shipState)]),
    ...(business === undefined ? [] : [isUuid(business) ? sql<boolean>`business_id = ${business}::uuid` : never]),
    ...(any === undefined ? [] : [mentions(any, isEveryone)]),
    ...(person === undefined ? [] : [isByPerson(person)]),
    ...(payment === undefined ? [] : [isPaidSo(payment)]),
  ]
}

/** Any order number, business or person: everything a user may have at hand to find an order. */
const mentions = (text: string, isEveryone: boolean): Condition =>
  anyOf([
    isAnyNumber({ text, isWhole: false }, isEveryone),
    isOfBusiness(idsOfBusinessesCalled(text, { isIndexed: isEveryone })),
    isByPerson(text),
  ])

const isAnyNumber = (number: NumberText, isEveryone: boolean): Condition => {
  const { text, isWhole } = number
  const whole = text.replace(/^0+(?=\d)/, '')
  return anyOf([
    isWhole ? sql<boolean>`erp_id = ${whole}` : hasNumber(text, isEveryone),
    isNumbered(sql`purchase_order`, number, isEveryone),
    hasParcel(sql`tracking_code`, number, isEveryone),
    ...(isUuid(text) ? [sql<boolean>`id = ${text}::uuid`] : []),
  ])
}

/** The conditions must match the indexes exactly. */
const isPaidSo = (payment: string): Condition => {
  if (payment === 'paid') return sql<boolean>`is_paid`
  if (payment === 'unpaid') return sql<boolean>`not is_paid`
  return sql<boolean>`payment_method = ${payment}`
}

/** By code or name as of placement. Few orders have a cost center. */
const isChargedTo = (text: string): Condition =>
  allOf([
    sql<boolean>`cost_center_id is not null`,
    anyOf([contains(sql`cost_center_code`, text), contains(sql`cost_center_name`, text)]),
  ])

/** The same conditions as in the dashboard counts; they must match the indexes. */
const stages = new Map<string, Condition>([
  ['open', sql`(erp_status is distinct from '3' and not is_cancelled and deleted_at is null)`],
  ['held', sql`(erp_state = 'held' and deleted_at is null)`],
  ['failed', sql`(erp_state in ('rejected', 'conflict', 'unknown') and deleted_at is null)`],
  ['notCanceled', sql`(not is_cancelled and deleted_at is null)`],
] satisfies [(typeof orderStages)[number], Condition][])

/** States are written in many ways; the dashboard map uses the same lookup tables. */
const goesTo = (state: string): Condition => sql<boolean>`(
  regexp_replace(upper(ship_region), '[^A-Z]', '', 'g')
    = any(array(select written from us_region where us_region.state = upper(${state}::text)))
  and regexp_replace(upper(ship_country), '[^A-Z]', '', 'g')
    = any(array(select written from us_country where us_country.state = upper(${state}::text)))
)`

/** Leading zeros come from the ERP and are ignored. */
const hasNumber = (written: string, isEveryone: boolean): Condition => {
  const text = written.replace(/^0+(?=\d)/, '')
  return isEveryone || isIndexable(text) ? containsPieces('erp_id', text) : contains(sql`erp_id`, text)
}

/** By account number or business name. */
const isOfCustomer = (text: string): Condition =>
  anyOf([isAccountLike(sql`bill_to_party_id`, text), isOfBusiness(idsOfBusinessesCalled(text))])

/** The same for the list of all orders, as disjoint sets. */
const setsOfCustomer = (text: string): Condition[] => {
  const isNamedSo = isOfBusiness(idsOfBusinessesCalled(text, { isIndexed: true }))
  const isOnlyNamedSo = allOf([
    isNamedSo,
    sql<boolean>`not ${isAccountLike(sql`bill_to_party_id`, text, containsIndexed)}`,
  ])
  return [isOfBilledAccount('bill_to_party_id', text), isOnlyNamedSo]
}

const isOfBusiness = (ids: Expression): Condition => sql<boolean>`business_id = any(${ids})`

type Columns = OrderColumns &
  Pick<Row<'sales_order'>, 'erp_error' | 'line_count'> & {
    customer_name: string | null
    customer_last_name: string | null
    customer_company_name: string | null
    canceled_by: string | null
  }
type Shown = Columns | WireRow<Columns>

/** One raw fragment: filtered lists are built on every call, and each separate identifier costs microseconds. */
const shownColumns = sql`${sql.raw(storedColumns.join(', '))}, ${openReasons} as hold_reason`

const shownWhere = (condition: Condition) => sql<Shown>`
  select ${shownColumns}, erp_error, line_count, ${canceledBy} as canceled_by,
    customer_name, customer_last_name, customer_company_name
  from sales_order
  left join (
    select id as customer_id, name as customer_name, last_name as customer_last_name from user_account
  ) customer on customer_id = user_id
  left join (select id as company_id, name as customer_company_name from business) company on company_id = business_id
  where ${condition}`

const setsOfOwn = ({ placerId, businessId }: Owner, bind: Bind = inline): Condition[] =>
  Object.values(setsOfOwnOrders(bind(placerId, 'uuid'), bind(businessId, 'uuid')))

/** The unfiltered list of own orders is the most frequent query, so it is prepared. */
const ownPages = Object.fromEntries(
  bothWays(orderList.sorts).map((sort) => [
    sort,
    preparePage(
      (whose: Owner, bind) => ({
        ...sorted(sort),
        where: all,
        among: setsOfOwn(whose, bind),
        shown: shownWhere,
      }),
      isByMoment(sort),
    ),
  ]),
) as Record<OrderSort, ReturnType<typeof preparePage<Owner, Shown>>>

const rowsOf = prepareStatement((_, { ids }: { ids: readonly string[] }) =>
  shownWhere(sql`sales_order.id = any(${ids}::uuid[])`),
)

/** The rows with these ids, in the given order. */
export const ordersOf = async (db: Db, ids: readonly string[]): Promise<z.input<typeof OrderRow>[]> => {
  const rows = await rowsOf(db, { ids })
  const byId = new Map(rows.map((row) => [row.id, orderRow(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const orderRow = (row: Shown): z.input<typeof OrderRow> => ({
  ...orderFields(row, row.canceled_by),
  customer: {
    _id: row.user_id ?? '',
    name: `${row.customer_name ?? ''} ${row.customer_last_name ?? ''}`.trim(),
    companyName: row.customer_company_name ?? '',
  },
  itemCount: row.line_count,
  handOverProblem: row.erp_error,
})

/** Adds the cost center column if the business has cost centers or, for all orders, if any business has. */
export const orderCsvFor = async (db: Db, whose: Owner | null, timeZone: string): Promise<OrderCsv> => {
  const orderCsv = orderCsvIn(timeZone)
  const { rows } = await sql`
    select from cost_center where ${whose?.businessId ?? null}::uuid is null or business_id = ${whose?.businessId ?? null}::uuid
    limit 1`.execute(db)
  if (rows.length === 0) return orderCsv
  return { ...orderCsv, 'Cost center': ({ costCenter }) => (costCenter ? costCenterWords(costCenter) : '') }
}

type OrderCsv = CsvColumns<z.input<typeof OrderRow>>

/** A file of the lines of orders. A port, because the room of the invoices is above this one. */
export type ExportLines = (
  db: Db,
  given: { caller: Caller; format: 'csv' | 'xlsx'; ids: readonly string[]; orderCsv: OrderCsv },
) => ServedFile

const orderCsvIn = (timeZone: string): OrderCsv => ({
  'Order ID': (row) => row.orderIdSap,
  Reference: (row) => row._id,
  Ordered: (row) => businessDay(timeZone, new Date(row.createdAt)),
  Customer: ({ customer }) => customer.companyName || customer.name,
  Account: (row) => row.billToPartyID,
  'Purchase order': (row) => row.purchaseOrder,
  Attention: (row) => row.attention ?? '',
  'Requested delivery': (row) => row.requestedDay ?? '',
  Note: (row) => row.note ?? '',
  Status: (row) => (row.isCancelled ? canceledWord : releaseStatus(row.orderStatusSap)),
  'Total (USD)': (row) => row.totalPrice,
  Paid: (row) => (row.isPaid ? 'yes' : 'no'),
  Delivered: (row) => (row.isDelivered ? 'yes' : 'no'),
  'Shipping method': (row) => row.shippingMethod,
  'Tracking number': (row) => row.trackingCode,
  'From external system': (row) => (row.orderFromSAP ? 'yes' : 'no'),
})
