import { createHash, randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { pricesFor } from '#catalogue/price-for.ts'
import { queueHandOver } from '#erp/queue-hand-over.ts'
import { queueMail } from '#mail/send-mail.ts'
import { countOrder } from '#reports/count-order.ts'
import type { Config } from '#server/config.ts'
import { transaction } from '#server/db/connect.ts'
import type { Db, Row, Tx } from '#server/db/tables.ts'
import { recordAudit } from '#server/audit.ts'
import type { Caller } from '#server/http/bearer.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { RequestFacts } from '#server/http/serve.ts'
import { lineCents, toCents, toDollars } from '#shared/money.ts'
import { orderPlacedLetter } from './compose-letters.ts'
import { type NewOrder, otpMessage, type Repriced, type Unavailable } from './order-shapes.ts'
import { customerToOrderFor } from './find-customer.ts'
import { referenceOf } from './make-reference.ts'
import { consumeCode, lockCodes } from './send-code.ts'

interface Placement {
  actor: Caller
  customerId: string
  order: NewOrder
  request: RequestFacts
}

type Outcome = { orderId: string } | { refusal: Refusal }

/**
 * Takes the stock, consumes the code, records the order and queues it for the ERP: all of it, or none of it. The
 * same Idempotency-Key answers with the order it made the first time. Returns the order's id.
 */
export const placeOrder = async (db: Db, config: Config, placement: Placement): Promise<string> => {
  refuseDuplicates(placement.order)
  const outcome = await transaction(db, (tx) => tryToPlace(tx, config, placement))
  if ('refusal' in outcome) throw outcome.refusal
  return outcome.orderId
}

const refuseDuplicates = ({ orderItems }: NewOrder): void => {
  if (new Set(orderItems.map(({ _id }) => _id)).size < orderItems.length)
    throw new Refusal(400, 'A product can be in an order only once.')
}

const tryToPlace = async (tx: Tx, config: Config, placement: Placement): Promise<Outcome> => {
  const { actor, customerId, order, request } = placement
  const customer = await customerToOrderFor(tx, actor, customerId)
  // Two requests with one key meet here: the second waits, and then sees the first one's order.
  await lockCodes(tx, actor._id, customer.id)
  const repeated = await placedBefore(tx, placement)
  if (repeated) return repeated

  // A wrong code is counted, so this transaction must commit: the refusal is thrown after it.
  const check = await consumeCode(tx, { actorId: actor._id, customerId: customer.id, code: order.otp })
  if (check === 'wrong') await noteWrongCode(tx, placement)
  if (check !== 'right') return { refusal: new Refusal(400, otpMessage) }
  refuseWithoutShipTo(customer)

  const lines = await lockLines(tx, customer.id, order)
  refuseUnavailable(lines)
  refuseOtherPrices(lines, order)

  const orderId = await recordOrder(tx, config, { ...placement, customer, lines, isHeld: isExpired(customer, config) })
  await takeStock(tx, orderId, lines)
  await countOrder(tx, orderId, 1)
  await recordAudit(tx, {
    actorId: actor._id,
    onBehalfOf: actor._id === customer.id ? null : customer.id,
    action: 'order placed',
    entity: 'sales order',
    entityId: orderId,
    after: { totalPrice: toDollars(totalCents(lines)), lines: lines.length },
    request,
  })
  await queueMail(
    tx,
    orderPlacedLetter({
      orderId,
      customer,
      actor,
      lines,
      total: toDollars(totalCents(lines)),
      purchaseOrder: order.purchaseOrder,
      publicUrl: config.PUBLIC_URL,
    }),
  )
  return { orderId }
}

/** At most as many entries as a code has tries. */
const noteWrongCode = (tx: Tx, { actor, request }: Placement): Promise<void> =>
  recordAudit(tx, {
    actorId: actor._id,
    action: 'wrong verification code',
    entity: 'account',
    entityId: actor._id,
    request,
  })

/** The order that this key made before; the same key with another order is a mistake of the caller. */
const placedBefore = async (tx: Tx, { actor, order, customerId, request }: Placement): Promise<Outcome | null> => {
  if (!request.idempotencyKey) return null
  const before = await tx
    .selectFrom('sales_order')
    .select(['id', 'request_hash'])
    .where('placed_by', '=', actor._id)
    .where('idempotency_key', '=', request.idempotencyKey)
    .executeTakeFirst()
  if (!before) return null
  if (before.request_hash === hashOf(order, customerId)) return { orderId: before.id }
  return { refusal: new Refusal(422, 'This Idempotency-Key belongs to another order.') }
}

/** What makes two requests the same order; the code is left out, because a repeat may carry a newer one. */
const hashOf = ({ otp: _, shippingAddress: __, ...order }: NewOrder, customerId: string): string =>
  createHash('sha256')
    .update(JSON.stringify([customerId, order]))
    .digest('hex')

const refuseWithoutShipTo = (customer: Row<'user_account'>): void => {
  const { shipto_name, shipto_address1, shipto_city, shipto_zip } = customer
  if (![shipto_name, shipto_address1, shipto_city, shipto_zip].every(Boolean))
    throw new Refusal(422, 'The account has no complete ship-to address. Please contact us.')
}

/** Goods go to licensed businesses: from the day after the licence ended, orders wait (G68). */
const isExpired = ({ license_expiry_date }: Row<'user_account'>, { BUSINESS_TIME_ZONE }: Config): boolean => {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: BUSINESS_TIME_ZONE }).format(new Date())
  return license_expiry_date !== null && license_expiry_date < today
}

interface LockedLine {
  productId: string
  /** Null when the product is not sold (any more) to this customer: its name is not theirs to know. */
  product: Row<'product'> | null
  quantity: number
  /** Today's price for the customer, in dollars. */
  price: number
  seenPrice: number | null
}

/** The lines with their products locked in id order, so that two carts never wait for each other in a circle. */
const lockLines = async (tx: Tx, customerId: string, { orderItems }: NewOrder): Promise<LockedLine[]> => {
  const ids = orderItems.map(({ _id }) => _id)
  const products = await tx.selectFrom('product').selectAll().where('id', 'in', ids).orderBy('id').forUpdate().execute()
  const byId = new Map(products.filter((one) => one.is_published && !one.deleted_at).map((one) => [one.id, one]))
  const prices = await pricesFor(tx, customerId, ids)
  return orderItems.map(({ _id, quantity, price }) => ({
    productId: _id,
    product: byId.get(_id) ?? null,
    quantity,
    price: prices.get(_id) ?? 0,
    seenPrice: price ?? null,
  }))
}

const refuseUnavailable = (lines: readonly LockedLine[]): void => {
  const unavailable: Unavailable = { soldOut: [], lowStock: [] }
  for (const { productId, product, quantity } of lines) {
    if (!product) unavailable.soldOut.push({ _id: productId, name: '' })
    else if (product.is_non_stocked) continue
    else if (product.count_in_stock === 0) unavailable.soldOut.push({ _id: productId, name: product.name })
    else if (product.count_in_stock < quantity)
      unavailable.lowStock.push({
        _id: productId,
        name: product.name,
        requested: quantity,
        countInStock: product.count_in_stock,
      })
  }
  if (unavailable.soldOut.length + unavailable.lowStock.length > 0)
    throw new Refusal(409, 'Some products are not available as ordered.', { unavailable })
}

/** Never more than the buyer saw, never less than the price: any difference of a cent goes back to the preview (G13). */
const refuseOtherPrices = (lines: readonly LockedLine[], order: NewOrder): void => {
  const repriced: Repriced = lines
    .filter(({ price, seenPrice }) => seenPrice !== null && toCents(seenPrice) !== toCents(price))
    .map(({ productId, product, price }) => ({ _id: productId, name: product?.name ?? '', price }))
  const total = totalCents(lines)
  const claims: [number | undefined, number][] = [
    [order.itemsPrice, total],
    [order.totalPrice, total],
    [order.shippingPrice, 0],
    [order.taxPrice, 0],
  ]
  const isOff = claims.some(([claimed, actual]) => claimed !== undefined && toCents(claimed) !== actual)
  if (repriced.length > 0 || isOff)
    throw new Refusal(409, 'Prices have changed. Please check your order again.', {
      repriced,
      totalPrice: toDollars(total),
    })
}

const totalCents = (lines: readonly { price: number; quantity: number }[]): number =>
  lines.reduce((sum, line) => sum + lineCents(line), 0)

interface Recording extends Placement {
  customer: Row<'user_account'>
  lines: readonly LockedLine[]
  isHeld: boolean
}

const recordOrder = async (
  tx: Tx,
  config: Config,
  { actor, customer, order, request, lines, isHeld }: Recording,
): Promise<string> => {
  const id = randomUUIDv7()
  const total = toDollars(totalCents(lines))
  await tx
    .insertInto('sales_order')
    .values({
      id,
      user_id: customer.id,
      placed_by: actor._id,
      idempotency_key: request.idempotencyKey,
      request_hash: request.idempotencyKey ? hashOf(order, customer.id) : null,
      ship_full_name: customer.shipto_name,
      ship_address: customer.shipto_address1,
      ship_city: customer.shipto_city,
      ship_postal_code: customer.shipto_zip,
      ship_country: customer.shipto_country,
      ship_region: customer.shipto_state,
      payment_method: order.paymentMethod,
      shipping_method: order.shippingMethod,
      purchase_order: order.purchaseOrder,
      comments: order.comments,
      items_price: total,
      total_price: total,
      bill_to_party_id: customer.account_id,
      erp_reference: referenceOf(id, config.ERP_REFERENCE_PREFIX),
      erp_state: isHeld ? 'held' : 'waiting',
      hold_reason: isHeld ? 'The license has expired.' : null,
    })
    .execute()
  await tx
    .insertInto('order_line')
    .values(lines.map((line, index) => lineRow(id, index + 1, line, order)))
    .execute()
  if (!isHeld) await queueHandOver(tx, id)
  return id
}

const lineRow = (
  orderId: string,
  lineNo: number,
  { product, productId, quantity, price }: LockedLine,
  order: NewOrder,
) => ({
  order_id: orderId,
  line_no: lineNo,
  product_id: productId,
  name: product?.name ?? '',
  slug: product?.ndc_number || product?.slug || '',
  image: product?.image ?? '',
  unit_of_measure: product?.unit_of_measure ?? '',
  quantity,
  price,
  is_non_stocked: product?.is_non_stocked ?? false,
  // Refrigerated goods ship overnight whatever the rest of the order does (G17).
  ship_method: product?.cold_status ? 'FEDEX PRIORITY OVERNIGHT' : order.shippingMethod,
})

/** The rows are locked and checked; the table's own check (count_in_stock >= 0) has the last word. */
const takeStock = async (tx: Tx, orderId: string, lines: readonly LockedLine[]): Promise<void> => {
  const stocked = lines.filter(({ product }) => product && !product.is_non_stocked)
  if (stocked.length === 0) return
  const ids = stocked.map(({ productId }) => productId)
  const quantities = stocked.map(({ quantity }) => quantity)
  await sql`
    update product set count_in_stock = count_in_stock - taken.quantity
    from unnest(${ids}::uuid[], ${quantities}::int[]) as taken (id, quantity)
    where product.id = taken.id`.execute(tx)
  await tx
    .insertInto('stock_movement')
    .values(
      stocked.map(({ productId, quantity }) => ({
        id: randomUUIDv7(),
        product_id: productId,
        quantity: -quantity,
        reason: 'order' as const,
        order_id: orderId,
      })),
    )
    .execute()
}
