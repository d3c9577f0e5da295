import { createHash } from 'node:crypto'
import { transaction } from '#platform/db/connect.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { recorderIn } from '#platform/act.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { RequestFacts } from '#platform/http/serve.ts'
import type { NewOrder } from '../new-order-shapes.ts'
import { codeExpiredMessage, keyExpiredMessage, otpMessage, type UnwrittenApproval } from '../order-shapes.ts'
import { findCustomerBy } from '#identity/find-customer.ts'
import { lockOrderKey } from './resolve-order-key.ts'
import { orderById } from '../history/queries.ts'
import { checkOrder, type Ordering, placeChecked, type PlacedOrder } from './place-lines.ts'
import { checkCode, lockCodes } from './check-code.ts'
import { sql } from 'kysely'
import { takeFromCart } from '#cart/take-from-cart.ts'

interface Placement {
  actor: Caller
  customerId: string
  order: NewOrder
  request: RequestFacts
}

type Ordered = (PlacedOrder & { approval?: never }) | { order?: never; approval: UnwrittenApproval }
type Outcome = PlacedOrder | { repeated: string } | { asked: string } | { refusal: Refusal }

/**
 * Takes the stock, uses up the code, records the order and queues its ERP export, all in one transaction. If the
 * business requires approval, it creates an approval request instead, also atomically. A repeated Idempotency-Key
 * returns the first result.
 */
export const placeOrder = async (db: Db, ordering: Ordering, placement: Placement): Promise<Ordered> => {
  refuseDuplicates(placement.order)
  const outcome = await transaction(db, (tx) => tryToPlace(tx, ordering, placement))
  if ('refusal' in outcome) throw outcome.refusal
  if ('asked' in outcome) return { approval: await ordering.policy.readRequest(db, outcome.asked) }
  if ('order' in outcome) return outcome
  const order = await orderById(db, placement.actor, outcome.repeated)
  const onHold = order.splitOff ? await orderById(db, placement.actor, order.splitOff) : null
  return { order, onHold, overBudget: [] }
}

const refuseDuplicates = ({ orderItems }: NewOrder): void => {
  if (new Set(orderItems.map(({ _id }) => _id)).size < orderItems.length)
    throw new Refusal(400, 'Each product can appear only once in an order.')
}

const tryToPlace = async (tx: Tx, ordering: Ordering, placement: Placement): Promise<Outcome> => {
  const { actor, customerId, order, request } = placement
  // Requests with the same key are serialized here: the second one waits and then finds the first one's order.
  const found = await findCustomerBy(tx, actor, customerId, () => lockCodes(tx, { actorId: actor._id, customerId }))
  if (!found) throw notFound('Customer')
  const { codes, ...customer } = found
  const repeated = await placedBefore(tx, placement)
  if (repeated) return repeated

  // The failed try must be committed, so the refusal is thrown after the transaction.
  const check = await checkCode(tx, { codes, actorId: actor._id, customerId: customer.id, code: order.otp })
  if ('isOver' in check) {
    if (check.isCounted) await noteWrongCode(tx, placement)
    return { refusal: new Refusal(400, check.isOver ? codeExpiredMessage : otpMessage) }
  }
  const { idempotencyKey } = request
  const key = idempotencyKey === null ? null : { key: idempotencyKey, requestHash: hashOf(order, customerId) }
  const checked = await checkOrder(tx, ordering, { actor, customer, order })
  if (checked.approvalReasons.length === 0)
    return placeChecked(tx, ordering, { actor, customer, order, key, request, ...check, ...checked })
  const asked = await ordering.policy.request(tx, { actor, customer, order, request, ...checked })
  await closeCheckout(tx, { actorId: actor._id, asked, order, key, ...check })
  return { asked }
}

/** Limited by the number of tries per code. */
const noteWrongCode = (tx: Tx, { actor, request }: Placement): Promise<void> =>
  recorderIn(tx, { user: actor, request })('wrong verification code', ['account', actor._id])

/** The earlier result for this key. The key of a different order is a client error; a voided key is refused. */
const placedBefore = async (tx: Tx, { actor, order, customerId, request }: Placement): Promise<Outcome | null> => {
  if (!request.idempotencyKey) return null
  const before = await lockOrderKey(tx, { userId: actor._id, key: request.idempotencyKey })
  if (before.isVoid) return { refusal: new Refusal(409, keyExpiredMessage, { keyIsOver: true }) }
  const made = before.approvalId ?? before.orderId
  if (!made) return null
  if (before.requestHash === hashOf(order, customerId))
    return before.approvalId ? { asked: before.approvalId } : { repeated: made }
  return {
    refusal: new Refusal(422, 'This Idempotency-Key was used for another order. Send a new key.', {
      placedOrderId: made,
    }),
  }
}

/** Identifies equal requests. The code is left out, because a retry may carry a newer one. */
const hashOf = ({ otp: _, shippingAddress: __, ...order }: NewOrder, customerId: string): string =>
  createHash('sha256')
    .update(JSON.stringify([customerId, order]))
    .digest('hex')

interface Leaving {
  actorId: string
  /** The id of the approval request created for the order. */
  asked: string
  order: Pick<NewOrder, 'orderItems'>
  key: { key: string; requestHash: string } | null
  codeFor: string
}

/** What checkout does for an order that waits for approval: uses the code and key up, empties the cart. */
const closeCheckout = async (tx: Tx, { actorId, asked, order, key, codeFor }: Leaving): Promise<void> => {
  const productIds = order.orderItems.map(({ _id }) => _id)
  const orderKey = key?.key ?? null
  await sql`
    with used as (
      delete from one_time_code where user_id = ${actorId}::uuid and for_user_id = ${codeFor}::uuid
    ), noted as (
      update order_key set approval_request_id = ${asked}::uuid, request_hash = ${key?.requestHash ?? null}
      where user_id = ${actorId}::uuid and key = ${orderKey}
    ), line as (
      select unnest(${productIds}::uuid[]) as product_id
    ), ${takeFromCart({ userId: sql`${actorId}::uuid`, orderKey: sql`${orderKey}::text`, line: sql`line` })}
    select`.execute(tx)
}
