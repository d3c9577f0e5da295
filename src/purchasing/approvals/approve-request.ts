import { sql } from 'kysely'
import { findCustomer, mayBuy } from '#identity/find-customer.ts'
import { type Ordering, placeLines } from '#orders/checkout/place-lines.ts'
import { NewOrder } from '#orders/new-order-shapes.ts'
import { act } from '#platform/act.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import type { Answer } from '#shared/endpoint.ts'
import { businessDay } from '#shared/business-day.ts'
import * as z from 'zod/mini'
import type { approvals } from './contract.ts'
import {
  lockRequest,
  type LockedRequest,
  refuseUnlessApprover,
  refuseUnlessTheirStep,
  refuseUnlessWaiting,
} from './lock-request.ts'
import { completedBefore, completeStep, writeApproved } from './complete-step.ts'
import type { Approved } from './request-shapes.ts'

/** Without an order if another step has to approve. */
type Outcome = Answer<typeof approvals.approve>

/**
 * Passes a request on to its next step. The last step places the order with all checks of a placement and refuses a price
 * that the approver did not see. Idempotent: the same approver gets the same order on a retry.
 */
export const approveRequest = (db: Db, ordering: Ordering, call: CallOf<typeof approvals.approve>): Promise<Outcome> =>
  act(db, call, async (acting) => {
    const { tx, actor: caller, record, request } = acting
    const { lines } = call.body
    const asked = await lockRequest(tx, call, businessDay(ordering.config.BUSINESS_TIME_ZONE))
    await refuseUnlessApprover(tx, caller, asked)
    if (asked.order_id && asked.decided_by === caller._id) return placedAs(asked.order_id, [])
    const completed = await completedBefore(tx, caller, asked)
    if (completed !== null) return { message: completed }
    await refuseUnlessWaiting(tx, asked)
    await refuseUnlessTheirStep(tx, caller, asked)
    const asker = await askerOf(tx, asked)
    const before = await linesAsked(tx, asked.id)
    const approved = inOrder(before, lines)
    const message = await completeStep(acting, { asked, lines, publicUrl: ordering.config.PUBLIC_URL })
    if (message !== null) return { message }
    const order = { ...termsOf(asked), orderItems: approved }
    const { order: placed, overBudget } = await placeLines(tx, ordering, {
      actor: {
        _id: asker.id,
        name: asker.name,
        lastName: asker.last_name,
        isAdmin: false,
        isSalesRep: false,
        buyingRole: 'buyer',
      },
      approver: caller,
      customer: asker,
      order,
      key: null,
      codeFor: null,
      request,
    })
    await tx
      .updateTable('approval_request')
      .set({ state: 'approved', decided_at: sql<Date>`now()`, decided_by: caller._id, order_id: placed._id })
      .where('id', '=', asked.id)
      .execute()
    await writeApproved(tx, asked.id, lines)
    await record('approval given', ['approval request', asked.id], {
      onBehalfOf: asker.id,
      before: { lines: before.map(({ product_id, quantity }) => ({ _id: product_id, quantity })) },
      after: { orderId: placed._id, lines: lines.map(({ _id, quantity }) => ({ _id, quantity })) },
    })
    return placedAs(placed._id, overBudget)
  })

const placedAs = (orderId: string, overBudget: string[]): Outcome => ({
  message: 'Order placed',
  orderId,
  ...(overBudget.length > 0 && { overBudget }),
})

/** Checks that the requester may still order. */
const askerOf = async (tx: Tx, { asked_by, business_id }: LockedRequest) => {
  const asker = await findCustomer(tx, { _id: asked_by, isAdmin: false, isSalesRep: false }, asked_by)
  if (!asker || asker.business_id !== business_id || !(await mayBuy(tx, asker.id)))
    throw new Refusal(409, 'The requester can no longer order for your business. Reject this request.')
  return asker
}

const linesAsked = (tx: Tx, id: string) =>
  tx
    .selectFrom('approval_line')
    .select(['product_id', 'quantity', 'note'])
    .where('request_id', '=', id)
    .orderBy('line_no')
    .execute()

/** The requested lines with the approver's quantities. Lines that were not requested are refused. */
const inOrder = (asked: Awaited<ReturnType<typeof linesAsked>>, approved: Approved['lines']) => {
  const byId = new Map(approved.map((line) => [line._id, line]))
  const lines = asked.flatMap(({ product_id, note }) => {
    const line = byId.get(product_id)
    return line ? { ...line, ...(note && { note }) } : []
  })
  if (lines.length < approved.length) throw new Refusal(400, 'Only the requested lines can be approved, each once.')
  return lines
}

const termsOf = ({ cost_center_id, ship_to_id, ship_location, ...request }: LockedRequest) =>
  z.parse(Terms, {
    paymentMethod: request.payment_method,
    shippingMethod: request.shipping_method,
    purchaseOrder: request.purchase_order,
    comments: request.comments,
    note: request.note,
    attention: request.attention,
    requestedDay: request.requested_day,
    ...(request.backorder_choice !== null && { backorders: request.backorder_choice }),
    ...(cost_center_id && { costCenterId: cost_center_id }),
    ...(ship_to_id !== null && { shipToId: ship_to_id }),
    ...(ship_location !== null && { shippingAddress: { location: ship_location } }),
  })

const Terms = z.pick(NewOrder, {
  paymentMethod: true,
  shippingMethod: true,
  purchaseOrder: true,
  comments: true,
  note: true,
  attention: true,
  requestedDay: true,
  backorders: true,
  costCenterId: true,
  shipToId: true,
  shippingAddress: true,
})
