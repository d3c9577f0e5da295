import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { prepareStatement } from '#server/db/prepare-statement.ts'
import type { NewRow, Row, Tx } from '#server/db/tables.ts'
import type { LockedLine } from './lock-lines.ts'
import type { NewOrder } from './order-shapes.ts'

type Column =
  | 'id'
  | 'placed_by'
  | 'idempotency_key'
  | 'request_hash'
  | 'payment_method'
  | 'shipping_method'
  | 'purchase_order'
  | 'comments'
  | 'total_price'
  | 'erp_reference'
  | 'erp_state'
  | 'hold_reason'

export type RecordedOrder = Required<Pick<NewRow<'sales_order'>, Column>>

/** Writes the order; it goes to the customer's ship-to address, whatever the request said (G16). */
export const recordOrder = async (tx: Tx, customer: Row<'user_account'>, order: RecordedOrder): Promise<void> => {
  await insertOrder(tx, {
    ...order,
    userId: customer.id,
    name: customer.shipto_name,
    address: customer.shipto_address1,
    city: customer.shipto_city,
    zip: customer.shipto_zip,
    country: customer.shipto_country,
    state: customer.shipto_state,
    accountId: customer.account_id,
  })
}

type InsertedOrder = RecordedOrder &
  Record<'userId' | 'name' | 'address' | 'city' | 'zip' | 'country' | 'state' | 'accountId', string>

const insertOrder = prepareStatement((db, order: InsertedOrder) =>
  db.insertInto('sales_order').values({
    id: order.id,
    user_id: order.userId,
    placed_by: order.placed_by,
    idempotency_key: order.idempotency_key,
    request_hash: order.request_hash,
    ship_full_name: order.name,
    ship_address: order.address,
    ship_city: order.city,
    ship_postal_code: order.zip,
    ship_country: order.country,
    ship_region: order.state,
    payment_method: order.payment_method,
    shipping_method: order.shipping_method,
    purchase_order: order.purchase_order,
    comments: order.comments,
    items_price: order.total_price,
    total_price: order.total_price,
    bill_to_party_id: order.accountId,
    erp_reference: order.erp_reference,
    erp_state: order.erp_state,
    hold_reason: order.hold_reason,
  }),
)

/** Writes the lines in the order in which they stood in the cart. */
export const recordLines = async (
  tx: Tx,
  orderId: string,
  { lines, shippingMethod }: { lines: readonly LockedLine[] } & Pick<NewOrder, 'shippingMethod'>,
): Promise<void> => {
  const rows = lines.map(({ product, productId, quantity, price }, at) => ({
    line_no: at + 1,
    product_id: productId,
    name: product?.name ?? '',
    slug: product?.ndc_number || product?.slug || '',
    image: product?.image ?? '',
    unit_of_measure: product?.unit_of_measure ?? '',
    quantity,
    price,
    is_non_stocked: product?.is_non_stocked ?? false,
    // Refrigerated goods ship overnight whatever the rest of the order does (G17).
    ship_method: product?.cold_status ? 'FEDEX PRIORITY OVERNIGHT' : shippingMethod,
  }))
  await insertLines(tx, { orderId, rows: JSON.stringify(rows) })
}

const insertLines = prepareStatement(
  (_db, { orderId, rows }: { orderId: string; rows: string }) => sql`
    insert into order_line (order_id, line_no, product_id, name, slug, image, unit_of_measure, quantity, price,
      is_non_stocked, ship_method)
    select ${orderId}::uuid, line.*
    from jsonb_to_recordset(${rows}::jsonb) as line (line_no integer, product_id uuid, name text, slug text, image text,
      unit_of_measure text, quantity integer, price numeric, is_non_stocked boolean, ship_method text)`,
)

/** The rows are locked and checked; the table's own check (count_in_stock >= 0) has the last word. */
export const takeStock = async (tx: Tx, orderId: string, lines: readonly LockedLine[]): Promise<void> => {
  const stocked = lines.filter(({ product }) => product && !product.is_non_stocked)
  if (stocked.length === 0) return
  await moveStock(tx, {
    orderId,
    movementIds: stocked.map(() => randomUUIDv7()),
    productIds: stocked.map(({ productId }) => productId),
    quantities: stocked.map(({ quantity }) => quantity),
  })
}

interface Taken {
  orderId: string
  movementIds: string[]
  productIds: string[]
  quantities: number[]
}

const moveStock = prepareStatement(
  (_db, { orderId, movementIds, productIds, quantities }: Taken) => sql`
    with line as (
      select * from unnest(${movementIds}::uuid[], ${productIds}::uuid[], ${quantities}::integer[])
        as line (movement_id, product_id, quantity)
    ), taken as (
      update product set count_in_stock = count_in_stock - line.quantity from line where product.id = line.product_id
    )
    insert into stock_movement (id, product_id, quantity, reason, order_id)
    select movement_id, product_id, -quantity, 'order', ${orderId}::uuid from line`,
)
