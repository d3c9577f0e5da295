import { sql } from 'kysely'
import { transaction } from '#platform/db/connect.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { findConflict } from './check-delivery.ts'
import { type Delivery, readDeliveries } from './read-deliveries.ts'

/**
 * Updates orders whose documents changed. They are checked again by the job, because another transaction may change what
 * they need at the same time.
 */
export const updateOrders = async (tx: Tx, orderIds: readonly (string | null)[]): Promise<void> => {
  const known = [...new Set(orderIds.filter((id) => id !== null))].toSorted()
  if (known.length === 0) return
  await updateDeliveries(tx, known)
  await tx
    .insertInto('trace_check')
    .values(known.map((order_id) => ({ order_id })))
    .execute()
}

/** Writes what orders lack now. */
const updateDeliveries = async (tx: Tx, orderIds: readonly string[]): Promise<void> => {
  const lacking = (await readDeliveries(tx, orderIds)).flatMap(lackOf)
  await tx
    .deleteFrom('trace_delivery')
    .where('order_id', 'in', [...orderIds])
    .execute()
  if (lacking.length > 0)
    await tx
      .insertInto('trace_delivery')
      .values(lacking)
      .onConflict((conflict) =>
        conflict.column('order_id').doUpdateSet((eb) => ({
          lines_missing: eb.ref('excluded.lines_missing'),
          conflict: eb.ref('excluded.conflict'),
          checked_at: sql<Date>`now()`,
        })),
      )
      .execute()
}

const lackOf = ({ orderId, businessId, shippedAt, lines, counts, shipments }: Delivery) => {
  const missing = lines.filter(({ state }) => state === 'missing' || state === 'partial').length
  const conflict = findConflict(lines, counts)
  const at = shippedAt ?? shipments[0]?.shippedAt
  return at && (missing > 0 || conflict !== '')
    ? [{ order_id: orderId, business_id: businessId, shipped_at: at, lines_missing: missing, conflict }]
    : []
}

const batch = 200
/** Older orders keep what was true when they were shipped. */
const daysOfProducts = 90

/** Checks queued orders in batches, each in a transaction, until none is left. */
export const checkQueued = async (db: Db, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) if (!(await transaction(db, checkBatch))) return
}

const checkBatch = async (tx: Tx): Promise<boolean> => {
  const { rows } = await sql<{ order_id: string | null; product_id: string | null }>`
    delete from trace_check where id in (select id from trace_check order by id limit ${batch} for update skip locked)
    returning order_id, product_id`.execute(tx)
  const products = [...new Set(rows.flatMap(({ product_id }) => product_id ?? []))]
  const orders = [...new Set(rows.flatMap(({ order_id }) => order_id ?? []))].toSorted()
  if (products.length > 0) await queueOrdersOf(tx, products)
  if (orders.length > 0) await updateDeliveries(tx, orders)
  return rows.length > 0
}

/** Orders whose lines did not record whether the DSCSA applies follow the product. */
const queueOrdersOf = async (tx: Tx, products: readonly string[]): Promise<void> => {
  await sql`
    insert into trace_check (order_id)
    select distinct order_id from order_line join sales_order on sales_order.id = order_id
    where product_id = any(${products}::uuid[]) and needs_trace is null
      and (shipped_at is not null or erp_status = '3')
      and created_at > now() - make_interval(days => ${daysOfProducts})`.execute(tx)
}
