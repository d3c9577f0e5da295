import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { LineInErp } from '#fulfillment/erp-line.ts'
import type { LineSchedule } from '#fulfillment/evaluate-line.ts'
import { listParcels, type ShippedDelivery } from '#fulfillment/list-parcels.ts'
import { deliveriesOf } from '#fulfillment/read-backorders.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import type { SentOrder } from './quarantine/case-shapes.ts'

/** Bounds the work list; a clerk stops the newest first, and stopped orders leave the list. */
const mostOrders = 200

interface OpenOrder extends Omit<z.input<typeof SentOrder>, 'quantity' | 'backordered'> {
  hasTracking: boolean
  lines: {
    lineNo: number
    name: string
    slug: string
    quantity: number
    canceledQuantity: number
    schedule: LineSchedule | null
    inErp: LineInErp | null
  }[]
  deliveries: ShippedDelivery[]
}

/**
 * Orders with open pieces of a product that the ERP has, or may have, newest first: only a person can stop them there.
 * Without any delivery on record, a tracking number says that everything left.
 */
export const sentOrdersWith = async (db: Db | Tx, productId: string): Promise<z.input<typeof SentOrder>[]> => {
  const { rows } = await sql<OpenOrder>`
    select sales_order.id as "_id", erp_id as "orderIdSap", coalesce(business.name, ship_full_name) as customer,
      sales_order.created_at as "createdAt", shipped_at is not null as "hasTracking", lines, ${deliveriesOf} as deliveries
    from sales_order left join business on business.id = sales_order.business_id
    join lateral (
      select json_agg(json_build_object('lineNo', line_no, 'name', name, 'slug', slug, 'quantity', quantity,
        'canceledQuantity', cancelled_quantity, 'schedule', erp_schedule, 'inErp', erp_item) order by line_no) as lines
      from order_line where order_id = sales_order.id and product_id = ${productId} and cancelled_quantity < quantity
    ) ordered on lines is not null
    where sales_order.id in (select order_id from order_line where product_id = ${productId})
      and erp_state in ('sending', 'unknown', 'conflict', 'linked')
      and sales_order.deleted_at is null and not is_cancelled and not is_delivered and erp_status is distinct from '3'
    order by sales_order.created_at desc, sales_order.id limit ${mostOrders}`.execute(db)
  return rows.flatMap(({ hasTracking, lines, deliveries, ...order }) => {
    if (hasTracking && deliveries.length === 0) return []
    const { outcomes } = listParcels({ lines, deliveries, isClosed: false })
    const rest = lines.map(({ quantity, canceledQuantity }) => quantity - canceledQuantity)
    const quantity = sum(rest.map((pieces, at) => outcomes[at]?.waiting ?? pieces))
    const backordered = sum(outcomes.map((outcome) => outcome?.backordered ?? 0))
    return quantity > 0 ? [{ ...order, quantity, backordered }] : []
  })
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)
