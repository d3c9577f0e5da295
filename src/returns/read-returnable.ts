import { type RawBuilder, sql } from 'kysely'
import { billedOfOrder, productKey } from '#billing/invoices/compare-lines.ts'
import { deliveriesOf } from '#fulfillment/read-backorders.ts'
import type { ShippedDelivery } from '#fulfillment/list-parcels.ts'
import { matchParcels } from '#fulfillment/match-parcels.ts'
import { isInvoiceOf, isOwnOrder, visibleAccount, visibleOwner } from '#customers/business/own-records.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import { findShippedLots, lotsOf, type ShippedLots } from '#traceability/find-lots.ts'
import { businessDay } from '#shared/business-day.ts'
import type { ReturnableLine } from './contract.ts'
import type { ReturnSchedule, Storage } from './return-shapes.ts'

export interface SourceLine extends ReturnableLine {
  needsTrace: boolean | null
  /** What is left of all lines with this product. */
  leftOfProduct: number
}

export interface ReturnSource {
  businessId: string
  order: { _id: string; orderIdSap: string | null } | null
  /** Only if the order is unknown. */
  invoice: string | null
  problem: string
  lines: SourceLine[]
}

interface Named {
  order?: string | undefined
  invoice?: string | undefined
}

const nothingShipped = 'Nothing of this order has shipped yet. Once it has, you can request a return here.'
const notReleased = 'This is not an invoice for shipped goods, so nothing can be returned here.'

/**
 * The lines of an order or invoice of the caller, with what can still be returned. With `isLocked` nobody else can
 * request more of them until the transaction ends.
 */
export const readReturnable = async (
  db: Db | Tx,
  caller: Caller,
  { order, invoice }: Named,
  isLocked = false,
): Promise<ReturnSource> => {
  if (order) return ofOrder(db, caller, order, isLocked)
  if (!invoice) throw new Refusal(400, 'Name an order or an invoice.')
  const { rows } = await sql<{ id: string; order_id: string | null; day: string | null; is_goods: boolean }>`
    select id, order_id, invoice_date::text as day,
      not is_cancellation and cancelled_by is null and not is_credit as is_goods
    from invoice where id = ${invoice} and ${isInvoiceOf(visibleAccount(caller))}
    ${isLocked ? sql`for no key update` : sql``}`.execute(db)
  const [found] = rows
  const businessId = caller.orderingFor && !caller.isAdmin ? caller.orderingFor.businessId : caller.businessId
  if (!found || businessId === null) throw notFound('Invoice')
  if (found.order_id) return ofOrder(db, caller, found.order_id, isLocked)
  const lines = found.is_goods ? await invoiceLines(db, found.id) : []
  const left = leftByProduct(lines, await returnedOf(db, { invoice: found.id }))
  return {
    businessId,
    order: null,
    invoice: found.id,
    problem: found.is_goods ? '' : notReleased,
    lines: lines.map((line) => asLine(line, { left, lots: new Map(), shippedOn: found.day })),
  }
}

const ofOrder = async (db: Db | Tx, caller: Caller, id: string, isLocked: boolean): Promise<ReturnSource> => {
  const { rows } = await sql<{
    id: string
    business_id: string | null
    erp_id: string | null
    day: string | null
    has_shipped: boolean
    deliveries: ShippedDelivery[]
    zone: string
  }>`
    select id, business_id, erp_id, ${deliveriesOf} as deliveries, business_zone() as zone,
      (coalesce(shipped_at, delivered_at) at time zone business_zone())::date::text as day,
      deleted_at is null and not is_cancelled
        and (shipped_at is not null or is_delivered or erp_status = '3') as has_shipped
    from sales_order where id = ${id} and ${isOwnOrder(visibleOwner(caller))}
    ${isLocked ? sql`for no key update` : sql``}`.execute(db)
  const [order] = rows
  if (!order?.business_id) throw notFound('Order')
  const { quantities, is_unclear } = await billedOfOrder(db, id)
  const isBilled = quantities.length > 0 && !is_unclear
  const ordered = isBilled || order.deliveries.length > 0 || order.has_shipped ? await orderLines(db, id) : []
  const parcels = shippedByProduct(ordered, order)
  const sent = mostOf(
    totalsBy(isBilled ? quantities : [], ({ product_number, quantity }) => [product_number, Math.floor(quantity)]),
    parcels.pieces,
  )
  const lines =
    sent.size > 0 ? sentLines(ordered, sent) : ordered.filter(({ shipped }) => order.has_shipped && shipped > 0)
  const left = leftByProduct(lines, await returnedOf(db, { order: id }))
  const lots = await findShippedLots(db, { orderId: id, businessId: order.business_id })
  const firstDay = order.day ?? (isBilled ? await firstInvoiceDay(db, id) : null)
  return {
    businessId: order.business_id,
    order: { _id: order.id, orderIdSap: order.erp_id },
    invoice: null,
    problem: lines.length === 0 ? nothingShipped : '',
    lines: lines.map((line) =>
      asLine(line, { left, lots, shippedOn: parcels.lastDay.get(productKey(line.number)) ?? firstDay }),
    ),
  }
}

interface FoundLine {
  /** Of a substitute: its item in the ERP, after all lines. */
  lineNo: number
  productId: string | null
  number: string
  name: string
  shipped: number
  schedule: ReturnSchedule
  storage: Storage
  isPrescription: boolean
  needsTrace: boolean | null
  /** The ERP's unit; empty if unknown. */
  unit: string
}

/**
 * What is known about the product: of the line as it was ordered, else of the product today. The stricter of two
 * schedules counts; none counts only if it has a source, or if the item is not a drug.
 */
const factsOf = (line: 'line' | 'nothing') => {
  const of = (column: string) => (line === 'line' ? sql`line.${sql.raw(column)}` : sql`null`)
  const dispensing = sql`coalesce(${of('dispensing')}, product.dispensing, '')`
  const schedule = sql`coalesce(nullif(${of('dea_schedule')}, ''), nullif(product.dea_schedule, ''))`
  return sql`
    coalesce(${schedule}, case
      when product.id is null then 'unknown'
      when product.schedule_confirmed_by is not null or product.schedule_source <> '' then 'none'
      when product.ndc_key = '' and ${dispensing} <> 'Rx' then 'none'
      else 'unknown' end) as schedule,
    case when coalesce(nullif(${of('cold_status')}, ''), nullif(product.cold_status, '')) is not null then 'cold'
      when ${of('cold_status')} is null and product.id is null then 'unknown' else 'room' end as storage,
    (${schedule} is not null or ${dispensing} = 'Rx'
      or (${dispensing} = '' and coalesce(product.ndc_key, 'unknown') <> '')) as "isPrescription",
    coalesce(${of('needs_trace')}, product.needs_trace) as "needsTrace"`
}

/** With the products that the ERP ships instead. */
const orderLines = async (db: Db | Tx, orderId: string): Promise<FoundLine[]> => {
  const { rows } = await sql<FoundLine>`
    select line.line_no as "lineNo", line.product_id as "productId", line.slug as number, line.name,
      least(quantity - cancelled_quantity, case when ${hasSubstitutes} then (erp_item ->> 'quantity')::integer end)
        as shipped,
      coalesce(line.erp_schedule ->> 'unit', '') as unit, ${factsOf('line')}
    from order_line line left join product on product.id = line.product_id
    where line.order_id = ${orderId}
    union all
    select ${firstSubstitute} + (item ->> 'item')::integer, product.id, item ->> 'productId',
      coalesce(product.name, nullif(item ->> 'name', ''), item ->> 'productId'),
      floor((item ->> 'quantity')::numeric)::integer, coalesce(item ->> 'unit', ''), ${factsOf('nothing')}
    from order_line line cross join jsonb_array_elements(line.erp_item -> 'substitutes') item
      left join lateral (${productOf(sql`item ->> 'productId'`)}) product on true
    where line.order_id = ${orderId} and ${hasSubstitutes} and item ->> 'item' ~ '^[0-9]{1,4}$'
    order by "lineNo"`.execute(db)
  return rows
}

const firstSubstitute = 10_000

const hasSubstitutes = sql<boolean>`jsonb_array_length(coalesce(line.erp_item -> 'substitutes', '[]')) > 0`

const productOf = (number: RawBuilder<unknown>) =>
  sql`select * from product where ndc_number = ${number} and deleted_at is null order by id limit 1`

const invoiceLines = async (db: Db | Tx, invoiceId: string): Promise<FoundLine[]> => {
  const { rows } = await sql<FoundLine>`
    select line.line_no as "lineNo", product.id as "productId", line.product_number as number,
      coalesce(nullif(line.name, ''), product.name, line.product_number) as name, floor(line.quantity)::int as shipped,
      '' as unit, ${factsOf('nothing')}
    from invoice_line line left join lateral (${productOf(sql`line.product_number`)}) product on true
    where line.invoice_id = ${invoiceId} and line.quantity >= 1 order by line.line_no`.execute(db)
  return rows
}

const firstInvoiceDay = async (db: Db | Tx, orderId: string): Promise<string | null> => {
  const { rows } = await sql<{ day: string | null }>`
    select min(invoice_date)::text as day from invoice
    where order_id = ${orderId} and not is_cancellation and cancelled_by is null and not is_credit`.execute(db)
  return rows[0]?.day ?? null
}

interface Shipped {
  pieces: ReadonlyMap<string, number>
  /** When the last of them left. */
  lastDay: ReadonlyMap<string, string>
}

/** The pieces in the parcels by product; nothing if a parcel counts in another unit than its line. */
const shippedByProduct = (
  ordered: readonly FoundLine[],
  { deliveries, zone }: { deliveries: readonly ShippedDelivery[]; zone: string },
): Shipped => {
  const lines = ordered.map(({ lineNo, number, shipped, unit }) => ({
    lineNo,
    slug: number,
    quantity: shipped,
    canceled: 0,
    unit,
  }))
  const shipments = matchParcels(lines, deliveries)
  if (shipments.some(({ isSameUnit }) => !isSameUnit)) return { pieces: new Map(), lastDay: new Map() }
  const lastDay = new Map<string, string>()
  for (const { parcel, productId } of shipments) {
    const at = deliveries[parcel]?.at
    // The parcels come in the order in which they left.
    if (at) lastDay.set(productKey(productId), businessDay(zone, new Date(at)))
  }
  return { pieces: totalsBy(shipments, ({ productId, quantity }) => [productId, Math.floor(quantity)]), lastDay }
}

/** What was billed was shipped, even if its parcel is not known. */
const mostOf = (billed: ReadonlyMap<string, number>, shipped: ReadonlyMap<string, number>): Map<string, number> =>
  new Map(
    [...new Set([...billed.keys(), ...shipped.keys()])].map((key) => [
      key,
      Math.max(billed.get(key) ?? 0, shipped.get(key) ?? 0),
    ]),
  )

/** The ordered lines with the quantities that were sent. */
const sentLines = (ordered: readonly FoundLine[], quantities: ReadonlyMap<string, number>): FoundLine[] => {
  const sent = new Map(quantities)
  return ordered.flatMap((line, at) => {
    const key = productKey(line.number)
    const rest = sent.get(key) ?? 0
    const isLast = !ordered.slice(at + 1).some((other) => productKey(other.number) === key)
    const shipped = isLast ? rest : Math.min(rest, line.shipped)
    sent.set(key, rest - shipped)
    return shipped > 0 ? [{ ...line, shipped }] : []
  })
}

/** Quantities in requests by product number: as received, else as requested unless the request was refused or canceled. */
const returnedOf = async (db: Db | Tx, { order, invoice }: Named): Promise<{ number: string; quantity: number }[]> => {
  const which = order
    ? sql`order_id = ${order} or invoice_id in (select id from invoice where order_id = ${order})`
    : sql`invoice_id = ${invoice}`
  const { rows } = await sql<{ number: string; quantity: number }>`
    select number, sum(coalesce(received_quantity, quantity))::int as quantity from return_line
    where return_id in (
      select id from return_request
      where (${which}) and (state not in ('refused', 'canceled') or received_at is not null))
    group by number`.execute(db)
  return rows
}

const leftByProduct = (lines: readonly FoundLine[], returned: readonly { number: string; quantity: number }[]) => {
  const left = totalsBy(lines, ({ number, shipped }) => [number, shipped])
  for (const { number, quantity } of returned) {
    const key = productKey(number)
    left.set(key, Math.max(0, (left.get(key) ?? 0) - quantity))
  }
  return left
}

const totalsBy = <Row>(rows: readonly Row[], of: (row: Row) => [number: string, quantity: number]) => {
  const totals = new Map<string, number>()
  for (const row of rows) {
    const [number, quantity] = of(row)
    totals.set(productKey(number), (totals.get(productKey(number)) ?? 0) + quantity)
  }
  return totals
}

interface Known {
  left: ReadonlyMap<string, number>
  lots: ShippedLots
  shippedOn: string | null
}

const asLine = ({ unit: _, ...line }: FoundLine, { left, lots, shippedOn }: Known): SourceLine => {
  const leftOfProduct = left.get(productKey(line.number)) ?? 0
  return {
    ...line,
    left: Math.min(line.shipped, leftOfProduct),
    leftOfProduct,
    shippedOn,
    lots: lotsOf(lots, line),
  }
}
