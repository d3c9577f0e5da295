import { sql } from 'kysely'
import { isScheduleUnknown } from '#catalog/check-schedule.ts'
import { isVisibleTo } from '#catalog/filter-visible.ts'
import { pricesFor } from '#pricing/find-prices.ts'
import type { Db, Row } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import type { OrderLine, ReorderLine } from '../order-shapes.ts'
import { orderById } from './queries.ts'

const soldColumns = [
  'id',
  'name',
  'ndc_number',
  'image',
  'price',
  'count_in_stock',
  'is_non_stocked',
  'cold_status',
  'dea_schedule',
  'is_on_hold',
] as const

interface Params {
  caller: Caller
  orderId: string
  day: string
  seesUnknown: boolean
  /** Only the pieces whose backorder ended. */
  isRest: boolean
}

/** The lines of an order at the current price and stock for the billed business, each with its availability. */
export const checkReorder = async (
  db: Db,
  { caller, orderId, day, seesUnknown, isRest }: Params,
): Promise<ReorderLine[]> => {
  const { orderItems: all } = await orderById(db, caller, orderId)
  const orderItems = isRest ? await restOf(db, orderId, all) : all
  const known = orderItems.filter(({ _id }) => _id)
  const ids = [...new Set(known.map(({ _id }) => _id))]
  if (ids.length === 0) return orderItems.map((item) => check(item, undefined, undefined))
  const businessId = await businessOf(db, orderId)
  const [products, prices] = await Promise.all([
    db
      .selectFrom('product')
      .select(soldColumns)
      .select(sql<boolean>`${seesUnknown}::boolean and ${isScheduleUnknown}`.as('isScheduleUnknown'))
      .where('id', 'in', ids)
      .where('is_published', '=', true)
      .where('deleted_at', 'is', null)
      .where(isVisibleTo(sql`${businessId}::uuid`))
      .execute(),
    pricesFor(db, { businessId, day }, known),
  ])
  const byId = new Map(products.map((product) => [product.id, product]))
  const priceOf = new Map(known.map((item, at) => [item, prices[at]?.price]))
  return orderItems.map((item) => check(item, byId.get(item._id), priceOf.get(item)))
}

const restOf = async (db: Db, orderId: string, lines: readonly OrderLine[]): Promise<OrderLine[]> => {
  const ended = await db
    .selectFrom('order_event')
    .select(['line_no', 'before'])
    .where('order_id', '=', orderId)
    .where('field', '=', 'backorder')
    .orderBy('line_no')
    .execute()
  return ended.flatMap(({ line_no, before }) => {
    const line = lines[(line_no ?? 0) - 1]
    return line ? [{ ...line, quantity: Number(before) }] : []
  })
}

const businessOf = async (db: Db, orderId: string): Promise<string | null> => {
  const order = await db.selectFrom('sales_order').select('business_id').where('id', '=', orderId).executeTakeFirst()
  return order?.business_id ?? null
}

type Sold = Pick<Row<'product'>, (typeof soldColumns)[number]> & { isScheduleUnknown: boolean }

const check = (item: OrderLine, product: Sold | undefined, price: number | undefined): ReorderLine => ({
  _id: item._id,
  name: product?.name ?? item.name,
  ndcNumber: product?.ndc_number || item.slug,
  image: product?.image ?? item.image,
  quantity: item.quantity,
  paidPrice: item.price,
  price: product ? (price ?? product.price) : null,
  countInStock: product?.count_in_stock ?? 0,
  isNonStocked: product?.is_non_stocked ?? false,
  coldStatus: product?.cold_status ?? '',
  deaSchedule: product?.dea_schedule ?? '',
  ...(product?.isScheduleUnknown && { isScheduleUnknown: true }),
  verdict: verdictOf(item.quantity, product),
})

const verdictOf = (quantity: number, product: Sold | undefined): ReorderLine['verdict'] => {
  if (!product || product.is_on_hold) return 'notSold'
  if (product.is_non_stocked || product.count_in_stock >= quantity) return 'available'
  return product.count_in_stock === 0 ? 'soldOut' : 'short'
}
