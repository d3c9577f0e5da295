import { createHash, randomUUIDv7 } from 'node:crypto'
import { exportJob } from '../queue-export.ts'
import type { CountOrders } from '../count-orders.ts'
import { businessDay } from '#platform/business-day.ts'
import type { Config } from '#platform/config.ts'
import { transaction } from '#platform/db/connect.ts'
import type { Db, Row, Tx } from '#platform/db/tables.ts'
import { recordAudit } from '#audit/record-entry.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { RequestFacts } from '#platform/http/serve.ts'
import { lineCents, toCents, toDollars } from '#shared/money.ts'
import { orderPlacedEmail } from '../compose-emails.ts'
import {
  codeOverMessage,
  keyOverMessage,
  type NewOrder,
  otpMessage,
  type Repriced,
  type Unavailable,
  type UnwrittenOrder,
} from '../order-shapes.ts'
import { refuseOverLimits } from '#order-limits/refuse-over-limits.ts'
import { judgeLicense } from '#accounts/judge-license.ts'
import { customerToOrderFor } from '#accounts/find-customer.ts'
import { type LockedLine, lockLines } from './lock-lines.ts'
import { claimOrderKey } from './settle-order-key.ts'
import { referenceOf } from './make-reference.ts'
import { orderById, orderOf } from '../history/queries.ts'
import { recordOrder } from './record-order.ts'
import { checkCode, lockCodes } from './send-code.ts'

interface Ordering {
  config: Config
  countOrders: CountOrders
}

interface Placement {
  actor: Caller
  customerId: string
  order: NewOrder
  request: RequestFacts
}

type Outcome = { order: UnwrittenOrder } | { repeated: string } | { refusal: Refusal }

/**
 * Takes the stock, consumes the code, records the order and queues it for the ERP: all of it, or none of it. The
 * same Idempotency-Key answers with the order it made the first time.
 */
export const placeOrder = async (db: Db, ordering: Ordering, placement: Placement): Promise<UnwrittenOrder> => {
  refuseDuplicates(placement.order)
  const outcome = await transaction(db, (tx) => tryToPlace(tx, ordering, placement))
  if ('refusal' in outcome) throw outcome.refusal
  return 'order' in outcome ? outcome.order : orderById(db, placement.actor, outcome.repeated)
}

const refuseDuplicates = ({ orderItems }: NewOrder): void => {
  if (new Set(orderItems.map(({ _id }) => _id)).size < orderItems.length)
    throw new Refusal(400, 'A product can be in an order only once.')
}

const tryToPlace = async (tx: Tx, ordering: Ordering, placement: Placement): Promise<Outcome> => {
  const { actor, customerId, order } = placement
  const customer = await customerToOrderFor(tx, actor, customerId)
  // Two requests with one key meet here: the second waits, and then sees the first one's order.
  const codes = await lockCodes(tx, { actorId: actor._id, customerId: customer.id })
  const repeated = await placedBefore(tx, placement)
  if (repeated) return repeated

  // A wrong code is counted, so this transaction must commit: the refusal is thrown after it.
  const check = await checkCode(tx, { codes, actorId: actor._id, customerId: customer.id, code: order.otp })
  if ('isOver' in check) {
    if (check.isCounted) await noteWrongCode(tx, placement)
    return { refusal: new Refusal(400, check.isOver ? codeOverMessage : otpMessage) }
  }
  refuseWithoutShipTo(customer)

  const day = businessDay(ordering.config.BUSINESS_TIME_ZONE)
  const lines = await lockLines(tx, { businessId: customer.business_id, day }, order)
  refuseUnavailable(lines)
  const { BUSINESS_TIME_ZONE: timeZone } = ordering.config
  await refuseOverLimits(tx, { businessId: customer.business_id, lines, timeZone })
  refuseOtherPrices(lines, order)
  return { order: await place(tx, ordering, { ...placement, customer, lines, ...check }) }
}

interface Placed extends Placement {
  customer: Row<'account'>
  lines: readonly LockedLine[]
  codeFor: string
}

/** Everything that an order is, for the portal, the ERP, the reports, the trail and the buyer's mailbox. */
const place = async (
  tx: Tx,
  { config, countOrders }: Ordering,
  { actor, customerId, customer, order, lines, codeFor, request }: Placed,
): Promise<UnwrittenOrder> => {
  const orderId = randomUUIDv7()
  const total = toDollars(totalCents(lines))
  const isHeld = isExpired(customer, config)
  const recorded = {
    id: orderId,
    placed_by: actor._id,
    idempotency_key: request.idempotencyKey,
    request_hash: request.idempotencyKey ? hashOf(order, customerId) : null,
    payment_method: order.paymentMethod,
    shipping_method: order.shippingMethod,
    purchase_order: order.purchaseOrder,
    comments: order.comments,
    total_price: total,
    erp_reference: referenceOf(orderId, config.ERP_REFERENCE_PREFIX),
    erp_state: isHeld ? ('held' as const) : ('waiting' as const),
    hold_reason: isHeld ? 'The license has expired.' : null,
  }
  const { purchaseOrder } = order
  const placed = await recordOrder(tx, {
    order: recorded,
    customer,
    lines,
    codeFor,
    email: orderPlacedEmail({
      orderId,
      customer,
      actor,
      lines,
      total,
      purchaseOrder,
      isHeld,
      publicUrl: config.PUBLIC_URL,
    }),
    entry: {
      actorId: actor._id,
      onBehalfOf: actor._id === customer.id ? null : customer.id,
      action: 'order placed',
      entity: 'sales order',
      entityId: orderId,
      after: { totalPrice: total, lines: lines.length },
      request,
    },
    jobs: isHeld ? [] : [exportJob(orderId)],
  })
  await countOrders(tx, [orderId], 1)
  const { name, last_name: lastName, company_name: companyName } = customer
  return orderOf(placed, { customer: { name, lastName, companyName }, actor, lines: placed.lines })
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

/** The order that this key made before; the same key with another order is a mistake of the caller, and one given up is over. */
const placedBefore = async (tx: Tx, { actor, order, customerId, request }: Placement): Promise<Outcome | null> => {
  if (!request.idempotencyKey) return null
  const before = await claimOrderKey(tx, { userId: actor._id, key: request.idempotencyKey })
  if (before.isVoid) return { refusal: new Refusal(409, keyOverMessage, { keyIsOver: true }) }
  if (!before.orderId) return null
  if (before.requestHash === hashOf(order, customerId)) return { repeated: before.orderId }
  return {
    refusal: new Refusal(422, 'This Idempotency-Key belongs to another order.', { placedOrderId: before.orderId }),
  }
}

/** What makes two requests the same order; the code is left out, because a repeat may carry a newer one. */
const hashOf = ({ otp: _, shippingAddress: __, ...order }: NewOrder, customerId: string): string =>
  createHash('sha256')
    .update(JSON.stringify([customerId, order]))
    .digest('hex')

const refuseWithoutShipTo = (customer: Row<'account'>): void => {
  const { shipto_name, shipto_address1, shipto_city, shipto_zip } = customer
  if (![shipto_name, shipto_address1, shipto_city, shipto_zip].every(Boolean))
    throw new Refusal(422, 'The account has no complete ship-to address. Please contact us.')
}

/** Goods go to licensed businesses: from the day after the license ended, orders wait. */
const isExpired = ({ license_expiry_date }: Row<'account'>, { BUSINESS_TIME_ZONE }: Config): boolean =>
  judgeLicense(license_expiry_date, businessDay(BUSINESS_TIME_ZONE)) === 'expired'

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

/** Never more than the buyer saw, never less than the price: any difference of a cent goes back to the preview. */
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
