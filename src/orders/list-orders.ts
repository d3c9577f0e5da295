import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Count, Sort } from '#shared/filters.ts'
import { releaseStatus } from '#shared/release-status.ts'
import {
  allOf,
  anyOf,
  beginsWith,
  type Condition,
  contains,
  containsIndexed,
  type Expression,
  isAmount,
} from '#server/db/conditions.ts'
import { allIds, pageOfIds } from '#server/db/list-page.ts'
import type { CsvValue } from '#server/http/csv.ts'
import type { Db } from '#server/db/tables.ts'
import { type orderList, type OrderFilter, type OrderRow } from './order-shapes.ts'
import { orderColumns, orderFields } from './queries.ts'

type OrderSort = Sort<(typeof orderList.sorts)[number]>

export interface OrdersWanted {
  /** Whose; null for everyone's. */
  whose: Condition | null
  filter: OrderFilter
  sort: OrderSort
}

interface PageWanted extends OrdersWanted {
  page: number
  pageSize: number
}

/** One page of the order lists, with the number of orders that match. */
export const pageOfOrders = async (
  db: Db,
  { page, pageSize, ...wanted }: PageWanted,
): Promise<{ rows: z.input<typeof OrderRow>[]; count: Count }> => {
  const { ids, count } = await pageOfIds(db, { ...(await listOf(db, wanted)), page, pageSize })
  return { rows: await ordersOf(db, ids), count }
}

/** The ids of the whole list, for its file. */
export const idsOfOrders = async (db: Db, wanted: OrdersWanted): Promise<string[]> =>
  allIds(db, await listOf(db, wanted))

const listOf = async (db: Db, { whose, filter, sort }: OrdersWanted) => {
  const by = sort.replace(/^-/, '') as (typeof orderList.sorts)[number] // the schema allows nothing else
  return {
    table: 'sales_order' as const,
    where: allOf([
      sql<boolean>`deleted_at is null`,
      ...(whose ? [whose] : []),
      ...(await conditionsOf(db, filter, whose === null)),
    ]),
    by: orders[by],
    isDescending: sort.startsWith('-'),
  }
}

/** Code 4, no code and unknown codes are one status; written exactly as in the index. */
const status = sql`(case when order_status_sap in ('1', '2', '3') then order_status_sap else '4' end)`

const orders: Record<(typeof orderList.sorts)[number], readonly Expression[]> = {
  createdAt: [sql`created_at`],
  orderIdSap: [sql`erp_id`],
  totalPrice: [sql`total_price`],
  purchaseOrder: [sql`purchase_order`],
  billToPartyID: [sql`bill_to_party_id`],
  orderStatusSap: [status, sql`created_at`],
}

const conditionsOf = async (db: Db, filter: OrderFilter, isEveryone: boolean): Promise<Condition[]> => {
  const like = isEveryone ? containsIndexed : contains
  const { orderStatusSap, orderIdSap, billToPartyID, totalPrice, trackingCode, purchaseOrder, createdAt } = filter
  return [
    ...(orderStatusSap === undefined ? [] : [sql<boolean>`${status} = ${orderStatusSap}`]),
    ...(orderIdSap === undefined ? [] : [like(sql`erp_id`, orderIdSap)]),
    ...(billToPartyID === undefined ? [] : [await isOfCustomer(db, billToPartyID, like)]),
    ...(totalPrice === undefined ? [] : [isAmount(sql`total_price`, totalPrice)]),
    ...(trackingCode === undefined ? [] : [like(sql`tracking_code`, trackingCode)]),
    ...(purchaseOrder === undefined ? [] : [like(sql`purchase_order`, purchaseOrder)]),
    ...(createdAt === undefined ? [] : [beginsWith(sql`created_at`, createdAt)]),
  ]
}

const mostCompanies = 500

/** By account number, or by the name of the business: people know both. */
const isOfCustomer = async (db: Db, text: string, like: typeof contains): Promise<Condition> => {
  const users = await db
    .selectFrom('user_account')
    .select('id')
    .where(like(sql`company_name`, text))
    .limit(mostCompanies)
    .execute()
  const ids = users.map(({ id }) => id)
  return anyOf([
    like(sql`bill_to_party_id`, text),
    ...(ids.length > 0 ? [sql<boolean>`user_id = any(${ids}::uuid[])`] : []),
  ])
}

/** The rows of these ids, in their order. */
export const ordersOf = async (db: Db, ids: readonly string[]): Promise<z.input<typeof OrderRow>[]> => {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('sales_order')
    .leftJoin('user_account as customer', 'customer.id', 'sales_order.user_id')
    .select([...orderColumns])
    .select([
      'sales_order.erp_error',
      'customer.name as customer_name',
      'customer.last_name as customer_last_name',
      'customer.company_name as customer_company_name',
      sql<number>`(select count(*)::int from order_line where order_id = sales_order.id)`.as('item_count'),
    ])
    .where('sales_order.id', 'in', ids)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    if (!row) return []
    return [
      {
        ...orderFields(row),
        customer: {
          _id: row.user_id ?? '',
          name: `${row.customer_name ?? ''} ${row.customer_last_name ?? ''}`.trim(),
          companyName: row.customer_company_name ?? '',
        },
        itemCount: row.item_count,
        handOverProblem: row.erp_error,
      },
    ]
  })
}

export const orderCsvTitles = [
  'Order ID',
  'Reference',
  'Ordered',
  'Customer',
  'Account',
  'Purchase order',
  'Status',
  'Total (USD)',
  'Paid',
  'Delivered',
  'Shipping method',
  'Tracking number',
  'From external system',
]

export const orderCsvLine = (row: z.input<typeof OrderRow>): CsvValue[] => [
  row.orderIdSap,
  row._id,
  String(row.createdAt).slice(0, 10),
  row.customer.companyName || row.customer.name,
  row.billToPartyID,
  row.purchaseOrder,
  releaseStatus(row.orderStatusSap),
  row.totalPrice,
  row.isPaid ? 'yes' : 'no',
  row.isDelivered ? 'yes' : 'no',
  row.shippingMethod,
  row.trackingCode,
  row.orderFromSAP ? 'yes' : 'no',
]
