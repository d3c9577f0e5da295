import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { productKey } from '#billing/invoices/compare-lines.ts'
import { isInvoiceOf, isOwnOrder, visibleAccount, visibleOwner } from '#customers/business/own-records.ts'
import type { Db } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { notFound } from '#platform/http/refusal.ts'
import { checkDelivery, type CheckedLine, totalState } from './check-delivery.ts'
import type { ConflictRow, DeliveryRow, DeliveryTrace } from './contract.ts'
import { type OwnShipment, readDeliveries, totalCounts } from './read-deliveries.ts'

const pageSize = 50

type Trace = z.input<typeof DeliveryTrace>

/** Transaction data of an order that the caller may see; 404 for any other. */
export const traceOfOrder = async (db: Db, caller: Caller, id: string): Promise<Trace> => {
  if (!(await canSeeOrder(db, caller, id))) throw notFound('Order')
  const [delivery] = await readDeliveries(db, [id])
  return traceOf(caller, delivery?.lines ?? [], delivery?.shipments ?? [])
}

const canSeeOrder = async (db: Db, caller: Caller, id: string): Promise<boolean> => {
  const order = await db
    .selectFrom('sales_order')
    .select('id')
    .where('id', '=', id)
    .where(caller.isAdmin ? sql<boolean>`true` : isOwnOrder(visibleOwner(caller)))
    .executeTakeFirst()
  return order !== undefined
}

/**
 * Transaction data of an invoice that the caller may see. Shipments that name other invoices only belong to those;
 * shipments that name none belong to every invoice of the order.
 */
export const traceOfInvoice = async (db: Db, caller: Caller, id: string): Promise<Trace> => {
  const invoice = await db
    .selectFrom('invoice')
    .select('order_id')
    .where('id', '=', id)
    .where(caller.isAdmin ? sql<boolean>`true` : isInvoiceOf(visibleAccount(caller)))
    .executeTakeFirstOrThrow(() => notFound('Invoice'))
  const billed = await db
    .selectFrom('invoice_line')
    .select('product_number as number')
    .select(sql<number>`coalesce(quantity, 0)::float8`.as('quantity'))
    .where('invoice_id', '=', id)
    .orderBy('line_no')
    .execute()
  // The caller may see an invoice of an order that is another business's.
  const isOrderVisible = invoice.order_id !== null && (await canSeeOrder(db, caller, invoice.order_id))
  const [delivery] = isOrderVisible && invoice.order_id ? await readDeliveries(db, [invoice.order_id]) : []
  const shipments = (delivery?.shipments ?? []).filter(({ invoices }) => invoices.length === 0 || invoices.includes(id))
  const needs = await needsOf(
    db,
    billed.map(({ number }) => productKey(number)),
  )
  for (const { number, needsTrace } of delivery?.lines ?? []) needs.set(productKey(number), needsTrace)
  const lines = checkDelivery(
    billed.map(({ number, quantity }) => ({
      number,
      ordered: quantity,
      shipped: quantity,
      needsTrace: needs.get(productKey(number)) ?? null,
    })),
    totalCounts(shipments),
  )
  return traceOf(caller, lines, shipments)
}

const needsOf = async (db: Db, keys: readonly string[]): Promise<Map<string, boolean | null>> => {
  if (keys.length === 0) return new Map()
  const found = await db
    .selectFrom('product')
    .select(['ndc_key', 'slug', 'needs_trace'])
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('ndc_key', 'in', [...keys]), eb('slug', 'in', [...keys])]))
    .execute()
  return new Map(
    found.flatMap(({ ndc_key, slug, needs_trace }) => [
      [ndc_key, needs_trace],
      [slug, needs_trace],
    ]),
  )
}

const traceOf = (caller: Caller, lines: readonly CheckedLine[], shipments: readonly OwnShipment[]): Trace => ({
  state: totalState(lines),
  lines: [...lines],
  shipments: shipments.map(({ _id, shippedAt, packages, documentId }) => ({
    _id,
    shippedAt,
    packages,
    documentId: caller.isAdmin ? documentId : null,
  })),
})

interface Missing {
  rows: z.input<typeof DeliveryRow>[]
  hasMore: boolean
  deliveries: number
  customers: number
}

export const pageOfMissing = async (db: Db, page: number): Promise<Missing> => {
  const { rows } = await sql<z.input<typeof DeliveryRow>>`
    select json_build_object('_id', sales_order.id, 'orderIdSap', erp_id) as "order", coalesce(business.name, '') as customer,
      bill_to_party_id as account, purchase_order as "purchaseOrder", delivery.shipped_at as "shippedAt",
      lines_missing as "linesMissing"
    from (select * from trace_delivery where lines_missing > 0
      order by shipped_at desc, order_id limit ${pageSize + 1} offset ${(page - 1) * pageSize}) delivery
      join sales_order on sales_order.id = order_id left join business on business.id = delivery.business_id
    order by delivery.shipped_at desc, order_id`.execute(db)
  const { rows: totals } = await sql<{ deliveries: number; customers: number }>`
    select count(*)::int as deliveries, count(distinct business_id)::int as customers
    from (select business_id from trace_delivery where lines_missing > 0 limit 10000) counted`.execute(db)
  const { deliveries = 0, customers = 0 } = totals[0] ?? {}
  return { rows: rows.slice(0, pageSize), hasMore: rows.length > pageSize, deliveries, customers }
}

type Conflicts = { rows: z.input<typeof ConflictRow>[]; hasMore: boolean }

/** Both kinds in one list; each is read by its own index up to the end of the page. */
export const pageOfConflicts = async (db: Db, page: number): Promise<Conflicts> => {
  const end = page * pageSize + 1
  const { rows } = await sql<z.input<typeof ConflictRow>>`
    with found as (
      (select shipped_at as at, id, null::uuid as order_id, document_id, null::uuid as business_id, mismatch as text
        from trace_shipment where mismatch <> '' and withdrawn_at is null
        order by shipped_at desc, id limit ${end})
      union all
      (select shipped_at, order_id, order_id, null, business_id, conflict from trace_delivery where conflict <> ''
        order by shipped_at desc, order_id limit ${end})
    ), part as (
      select * from found order by at desc, id limit ${pageSize + 1} offset ${(page - 1) * pageSize}
    )
    select part.id as "_id", part.at, part.text, coalesce(business.name, '') as customer,
      case when sales_order.id is not null
        then json_build_object('_id', sales_order.id, 'orderIdSap', erp_id) end as "order",
      case when trace_document.id is not null
        then json_build_object('_id', trace_document.id, 'fileName', file_name) end as document
    from part left join sales_order on sales_order.id = part.order_id
      left join trace_document on trace_document.id = part.document_id
      left join business on business.id = part.business_id
    order by part.at desc, part.id`.execute(db)
  return { rows: rows.slice(0, pageSize), hasMore: rows.length > pageSize }
}
