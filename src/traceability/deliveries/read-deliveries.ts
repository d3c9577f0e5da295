import { sql } from 'kysely'
import { productKey } from '#billing/invoices/compare-lines.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { checkDelivery, type CheckedLine, type DeliveryLine, type PackageCounts } from './check-delivery.ts'

export interface OwnShipment {
  _id: string
  documentId: string
  shippedAt: Date
  packages: number
  /** Invoices that it names; empty if it names none. */
  invoices: string[]
  counts: PackageCounts
}

export interface Delivery {
  orderId: string
  businessId: string | null
  /** When it was shipped as far as the ERP says; null if it was not. */
  shippedAt: Date | null
  lines: CheckedLine[]
  counts: PackageCounts
  shipments: OwnShipment[]
}

interface OrderRow {
  id: string
  business_id: string | null
  shipped_at: Date | null
  is_finished: boolean
  /** Quantities by product number; null if an invoice has no lines. */
  billed: { number: string; quantity: number }[] | null
  lines: { number: string; ordered: number; needsTrace: boolean | null }[]
}

/** Shipped and billed quantities of orders, with the packages of their customers' documents. */
export const readDeliveries = async (db: Db | Tx, orderIds: readonly string[]): Promise<Delivery[]> => {
  if (orderIds.length === 0) return []
  const { rows } = await sql<OrderRow>`
    with counted as (
      select id, order_id, coalesce(invoice_date::timestamptz, erp_created_at) as billed_at from invoice
      where order_id = any(${orderIds}::uuid[]) and not is_cancellation and cancelled_by is null and not is_credit
    )
    select sales_order.id, business_id,
      coalesce(shipped_at, (select min(billed_at) from counted where order_id = sales_order.id),
        case when erp_status = '3' then coalesce(erp_changed_at, created_at) end) as shipped_at,
      (erp_status = '3') is true as is_finished,
      case when not exists (select from counted where order_id = sales_order.id
          and not exists (select from invoice_line where invoice_id = counted.id and quantity is not null))
        then coalesce((select json_agg(json_build_object('number', product_number, 'quantity', quantity::float8))
          from invoice_line where invoice_id in (select id from counted where order_id = sales_order.id)), '[]') end as billed,
      coalesce((select json_agg(json_build_object('number', line.slug, 'ordered', quantity - cancelled_quantity,
          'needsTrace', coalesce(line.needs_trace, product.needs_trace)) order by line_no)
        from order_line line left join product on product.id = line.product_id where order_id = sales_order.id), '[]') as lines
    from sales_order
    where sales_order.id = any(${orderIds}::uuid[]) and not is_cancelled and sales_order.deleted_at is null`.execute(db)
  const shipments = await shipmentsOf(db, orderIds)
  return rows.map((order) => deliveryOf(order, shipments.get(order.id) ?? []))
}

const deliveryOf = (order: OrderRow, shipments: OwnShipment[]): Delivery => {
  const billed = order.billed && totalByProduct(order.billed)
  const counts = totalCounts(shipments)
  return {
    orderId: order.id,
    businessId: order.business_id,
    shippedAt: order.shipped_at,
    lines: checkDelivery(
      order.lines.map((line) => ({ ...line, shipped: shippedOf(line, order, billed) })),
      counts,
    ),
    counts,
    shipments,
  }
}

/** What invoices bill was shipped. Without their lines, a shipped order was shipped whole. */
const shippedOf = (
  { number, ordered }: Pick<DeliveryLine, 'number' | 'ordered'>,
  { shipped_at, is_finished }: OrderRow,
  billed: ReadonlyMap<string, number> | null,
): number => {
  if (!shipped_at) return 0
  const quantity = billed?.get(productKey(number))
  if (quantity !== undefined) return quantity
  return is_finished || !billed || billed.size === 0 ? ordered : 0
}

const totalByProduct = (lines: readonly { number: string; quantity: number }[]): Map<string, number> => {
  const totals = new Map<string, number>()
  for (const { number, quantity } of lines) {
    const key = productKey(number)
    totals.set(key, (totals.get(key) ?? 0) + quantity)
  }
  return totals
}

export const totalCounts = (shipments: readonly Pick<OwnShipment, 'counts'>[]): PackageCounts => {
  const totals = new Map<string, number>()
  for (const { counts } of shipments)
    for (const [gtin, count] of counts) totals.set(gtin, (totals.get(gtin) ?? 0) + count)
  return totals
}

interface ShipmentCount {
  _id: string
  order_id: string
  document_id: string
  shipped_at: Date
  package_count: number
  invoices: string[]
  counts: { gtin: string; count: number }[]
}

/** Only what the order's customer may see: accepted outbound shipments to it that were not withdrawn. */
const shipmentsOf = async (db: Db | Tx, orderIds: readonly string[]): Promise<Map<string, OwnShipment[]>> => {
  const { rows } = await sql<ShipmentCount>`
    select shipment.id as _id, shipment.order_id, document_id, shipment.shipped_at, package_count,
      coalesce((select json_agg(number) from trace_reference where shipment_id = shipment.id and kind = 'inv'), '[]')
        as invoices,
      coalesce((select json_agg(json_build_object('gtin', gtin, 'count', count)) from (
        select gtin, count(*)::int from trace_package where shipment_id = shipment.id group by gtin) one), '[]') as counts
    from trace_shipment shipment join trace_document document on document.id = shipment.document_id
      join sales_order on sales_order.id = shipment.order_id
    where shipment.order_id = any(${orderIds}::uuid[]) and shipment.business_id = sales_order.business_id
      and withdrawn_at is null and direction = 'outbound' and accepted_at is not null
    order by shipment.shipped_at, shipment.id`.execute(db)
  const shipments = rows.map(({ _id, order_id, document_id, shipped_at, package_count, invoices, counts }) => ({
    orderId: order_id,
    _id,
    documentId: document_id,
    shippedAt: shipped_at,
    packages: package_count,
    invoices,
    counts: new Map(counts.map(({ gtin, count }) => [gtin, count])),
  }))
  return Map.groupBy(shipments, ({ orderId }) => orderId)
}
