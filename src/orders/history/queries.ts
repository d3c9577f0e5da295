import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { isVisibleTo } from '#catalog/filter-visible.ts'
import type { PriceSource } from '#catalog/price-shapes.ts'
import { isOwnOrder, type Owner, visibleOwner } from '#customers/business/own-records.ts'
import { type PricedFor, pricesFor } from '#pricing/find-prices.ts'
import { anyOf } from '#platform/db/conditions.ts'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { WireRow } from '#platform/db/value-parsers.ts'
import type { Db, Row, Tx } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { notFound } from '#platform/http/refusal.ts'
import { openReasons } from '../join-reasons.ts'
import { linesOf, type RecordedLine } from './read-lines.ts'
import { stateScheduleWords } from '#catalog/line-words.ts'
import { stateShippedTo } from '#colleagues/ship-to/find-address.ts'
import { stateScheduleOf } from '#compliance/schedules/read-state-schedule.ts'
import type { LineSchedule } from '#fulfillment/evaluate-line.ts'
import type { LineInErp } from '#fulfillment/erp-line.ts'
import { listParcels, type ShippedDelivery, type SubstituteState } from '#fulfillment/list-parcels.ts'
import { deliveriesOf } from '#fulfillment/read-backorders.ts'
import { type Change, externalSystem, type Order, type PricedLine, type UnwrittenOrder } from '../order-shapes.ts'

/** What was changed after the placement, oldest first; the newest ones of an order with very many. */
const changesOf = sql<z.input<typeof Change>[]>`coalesce((
  select json_agg(json_build_object(
    'at', to_char(event.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'line', event.line_no, 'name', event.name,
    'field', event.field, 'before', event.before, 'after', event.after
  ) order by event.created_at, event.line_no, event.id)
  from (
    select * from order_event where order_id = sales_order.id order by created_at desc limit 200
  ) event), '[]')`

/** The order of the lines that were on hold when this one was placed. */
const splitOff = sql<string | null>`(
  select part.id from sales_order part where part.split_from = sales_order.id)`

interface Seeing extends Owner {
  id: string
  isAdmin: boolean
}

const visibleOrder = prepareStatement((db, { id, placerId, businessId, isAdmin }: Seeing) =>
  db
    .selectFrom('sales_order')
    .leftJoin('user_account as customer', 'customer.id', 'sales_order.user_id')
    .leftJoin('business', 'business.id', 'sales_order.business_id')
    .leftJoin('user_account as actor', 'actor.id', 'sales_order.placed_by')
    .leftJoin('user_account as approver', 'approver.id', 'sales_order.approved_by')
    .select(storedColumns)
    .select(openReasons.as('hold_reason'))
    .select(detailColumns)
    .select([
      'customer.name as customer_name',
      'customer.last_name as customer_last_name',
      'business.name as customer_company_name',
      'actor.name as actor_name',
      'actor.last_name as actor_last_name',
      'actor.is_admin as actor_is_admin',
      'approver.name as approver_name',
      'approver.last_name as approver_last_name',
      canceledBy.as('canceled_by'),
      linesOf.as('lines'),
      deliveriesOf.as('deliveries'),
      splitOff.as('split_off'),
      changesOf.as('changes'),
    ])
    .where('sales_order.id', '=', id)
    .where(anyOf([sql<boolean>`${isAdmin}::boolean`, isOwnOrder({ placerId, businessId })])),
)

/** An order the caller may see: their own or, for admins, any. All others are reported as not found. */
export const orderById = async (db: Db | Tx, caller: Caller, id: string): Promise<UnwrittenOrder> => {
  const [row] = await visibleOrder(db, { id, ...visibleOwner(caller), isAdmin: caller.isAdmin })
  if (!row) throw notFound('Order')
  const order = toWireOrder(row, {
    deliveries: row.deliveries,
    changes: row.changes,
    canceledBy: row.canceled_by,
    splitOff: row.split_off,
    customer: {
      name: row.customer_name ?? '',
      lastName: row.customer_last_name ?? '',
      companyName: row.customer_company_name ?? '',
    },
    actor: { name: row.actor_name ?? '', lastName: row.actor_last_name ?? '', isAdmin: row.actor_is_admin ?? false },
    approver:
      row.approver_name === null ? undefined : { name: row.approver_name, lastName: row.approver_last_name ?? '' },
    lines: row.lines.map(({ schedule: _, inErp: __, answers: ___, ...line }) => line),
    schedules: row.lines.map(({ schedule }) => schedule),
    states: row.lines.map(({ inErp }) => inErp),
    answers: row.lines.map((line) => line.answers),
  })
  return caller.isAdmin ? order : { ...order, handOverProblem: null }
}

interface About {
  customer: Omit<Order['user'], '_id'>
  /** The user who placed it; shown if it is not the customer. */
  actor: { name: string; lastName: string; isAdmin: boolean }
  approver?: { name: string; lastName: string } | undefined
  lines: RecordedLine[]
  /** Null unless the order was canceled here. */
  canceledBy?: string | null
  splitOff?: string | null
  /** Omitted for an order that was just placed, like the schedules of its lines. */
  deliveries?: readonly ShippedDelivery[]
  schedules?: readonly (LineSchedule | null)[]
  states?: readonly (LineInErp | null)[]
  answers?: readonly (readonly SubstituteState[] | null)[]
  changes?: z.input<typeof Change>[]
}

export const toWireOrder = (
  row: OrderColumns & DetailColumns,
  {
    customer,
    actor,
    approver,
    lines,
    canceledBy = null,
    splitOff: onHold = null,
    deliveries = [],
    schedules = [],
    states = [],
    answers = [],
    changes = [],
  }: About,
): UnwrittenOrder => {
  const { outcomes, parcels, substitutes } = listParcels({
    lines: lines.map((line, at) => ({
      ...line,
      lineNo: at + 1,
      schedule: schedules[at] ?? null,
      inErp: states[at] ?? null,
      answers: answers[at] ?? null,
    })),
    deliveries,
    isClosed: row.is_cancelled || row.erp_status === '3',
    isCanceled: row.is_cancelled || row.deleted_at !== null,
  })
  return {
    ...orderFields(row, canceledBy),
    orderItems: lines.map(({ page, priceSource, canceledQuantity, note, stateSchedule, ...line }, at) => ({
      ...line,
      ...(stateSchedule && { stateSchedule: stateScheduleWords(stateSchedule) }),
      ...(page && { page }),
      ...(canceledQuantity && { canceledQuantity }),
      ...(outcomes[at] && { outcome: outcomes[at] }),
      ...(substitutes[at]?.length && { substitutes: substitutes[at] }),
      ...(priceSource && { priceSource }),
      ...(note && { note }),
    })),
    ...(parcels.length > 0 && { parcels }),
    ...(changes.length > 0 && { changes }),
    shippingAddress: {
      fullName: row.ship_full_name,
      address: row.ship_address,
      city: row.ship_city,
      postalCode: row.ship_postal_code,
      country: row.ship_country,
      region: row.ship_region,
      ...(row.ship_location && { location: row.ship_location }),
    },
    comments: row.comments,
    ...(row.backorder_choice !== null && { backorders: row.backorder_choice }),
    ...(row.is_backorder_default && { isBackordersDefault: true }),
    handOverProblem: row.erp_error,
    user: { _id: row.user_id ?? '', ...customer },
    placedBy:
      row.placed_by === null || row.placed_by === row.user_id
        ? null
        : { name: actor.name, lastName: actor.lastName, role: actor.isAdmin ? 'Admin' : 'Sales Rep' },
    ...(row.split_from !== null && { splitFrom: row.split_from }),
    ...(onHold !== null && { splitOff: onHold }),
    ...(approver && { approvedBy: { name: approver.name, lastName: approver.lastName } }),
  }
}

/** Columns shown only on the order page. */
export const detailColumns = [
  'placed_by',
  'split_from',
  'ship_full_name',
  'ship_address',
  'ship_city',
  'ship_postal_code',
  'ship_country',
  'ship_region',
  'ship_location',
  'comments',
  'backorder_choice',
  'is_backorder_default',
  'erp_error',
] as const

export type DetailColumns = Pick<Row<'sales_order'>, (typeof detailColumns)[number]>

/** Columns shown on the order page and in the lists. */
export const storedColumns = [
  'sales_order.id',
  'sales_order.user_id',
  'payment_method',
  'shipping_method',
  'purchase_order',
  'buyer_note',
  'attention',
  'requested_day',
  'cost_center_code',
  'cost_center_name',
  'items_price',
  'shipping_price',
  'tax_price',
  'total_price',
  'is_paid',
  'paid_at',
  'is_delivered',
  'delivered_at',
  'erp_id',
  'erp_status',
  'tracking_code',
  'erp_created',
  'is_cancelled',
  'cancelled_at',
  'cancelled_line_count',
  'sales_order.deleted_at',
  'delete_reason',
  'bill_to_party_id',
  'sales_order.created_at',
  'erp_state',
] as const

export type OrderColumns = Pick<
  Row<'sales_order'>,
  (typeof storedColumns)[number] extends infer C ? (C extends `sales_order.${infer Name}` ? Name : C) : never
> & { hold_reason: string | null }

/** The user who canceled an order in the portal. */
export const canceledBy = sql<string | null>`(
  select trim(canceler.name || ' ' || canceler.last_name) from user_account canceler where canceler.id = deleted_by)`

/** One shape for cancellations in the portal and in the ERP. */
const cancellationOf = (row: OrderColumns | WireRow<OrderColumns>, by: string | null) => {
  if (row.deleted_at !== null)
    return { isCancelled: true, canceled: { at: row.deleted_at, by: by ?? '', reason: row.delete_reason ?? '' } }
  if (row.is_cancelled) return { isCancelled: true, canceled: { at: row.cancelled_at, by: externalSystem, reason: '' } }
  return { isCancelled: false, ...(row.cancelled_line_count > 0 && { canceledLines: row.cancelled_line_count }) }
}

export const orderFields = (row: OrderColumns | WireRow<OrderColumns>, canceledBy: string | null) => ({
  _id: row.id,
  paymentMethod: row.payment_method,
  shippingMethod: row.shipping_method,
  purchaseOrder: row.purchase_order,
  ...(row.buyer_note && { note: row.buyer_note }),
  ...(row.attention && { attention: row.attention }),
  ...(row.requested_day && { requestedDay: row.requested_day }),
  ...(row.cost_center_code !== null && {
    costCenter: { code: row.cost_center_code, name: row.cost_center_name ?? '' },
  }),
  itemsPrice: row.items_price,
  shippingPrice: row.shipping_price,
  taxPrice: row.tax_price,
  totalPrice: row.total_price,
  isPaid: row.is_paid,
  paidAt: row.paid_at,
  isDelivered: row.is_delivered,
  deliveredAt: row.delivered_at,
  orderIdSap: row.erp_id,
  orderStatusSap: row.erp_status,
  trackingCode: row.tracking_code,
  orderFromSAP: row.erp_created,
  ...cancellationOf(row, canceledBy),
  billToPartyID: row.bill_to_party_id,
  createdAt: row.created_at,
  handOver: row.erp_state,
  holdReason: row.erp_state === 'held' ? row.hold_reason : null,
})

/** Current price and stock of the products for sale; others are omitted. */
export const pricedLines = async (
  db: Db,
  priced: PricedFor & { shipToId: string | undefined; seesRestricted: boolean },
  lines: readonly { _id: string; quantity: number }[],
): Promise<PricedLine[]> => {
  const productIds = lines.map(({ _id }) => _id)
  const state = await stateShippedTo(db, priced)
  const [products, prices] = await Promise.all([
    db
      .selectFrom('product')
      .select(['id', 'name', 'price', 'count_in_stock', 'is_non_stocked', 'cold_status', 'dea_schedule'])
      .select(stateScheduleOf(sql`${state}::text`, sql`${priced.day}::date`).as('state_schedule'))
      .where('id', 'in', productIds)
      .where('is_published', '=', true)
      .where('deleted_at', 'is', null)
      .where(isVisibleTo(sql`${priced.businessId}::uuid`, sql`${priced.seesRestricted}::boolean`))
      .execute(),
    pricesFor(db, priced, lines),
  ])
  const priceOf = new Map(productIds.map((id, at) => [id, prices[at]]))
  return products.map((product) => ({
    _id: product.id,
    name: product.name,
    price: priceOf.get(product.id)?.price ?? product.price,
    listPrice: product.price,
    countInStock: product.count_in_stock,
    isNonStocked: product.is_non_stocked,
    coldStatus: product.cold_status,
    deaSchedule: product.dea_schedule,
    ...(product.state_schedule && { stateSchedule: stateScheduleWords(product.state_schedule) }),
    ...sourceOf(priceOf.get(product.id)),
  }))
}

const sourceOf = (priced: { source: PriceSource | null } | undefined) =>
  priced?.source ? { priceSource: priced.source } : {}
