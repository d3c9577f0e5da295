import { sql } from 'kysely'
import { queueMails } from '#mail/send-mail.ts'
import type { OrderToRequest } from '#orders/checkout/purchase-policy.ts'
import type { UnwrittenApproval } from '#orders/order-shapes.ts'
import { businessDay } from '#shared/business-day.ts'
import { recorderIn } from '#platform/act.ts'
import type { Config } from '#platform/config.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import { approvalRequestedEmail } from './compose-emails.ts'
import { approversOf, hasEmptyStep, termsOfRequest } from './find-approvers.ts'

/** Of a request, and of each further step. */
export const daysValid = 7

/** Records an order that needs approval. A waiting request takes no stock. */
export const requestApproval = async (
  tx: Tx,
  config: Config,
  { actor, customer, order, lines, total, costCenter, approvalReasons, request }: OrderToRequest,
): Promise<string> => {
  const { business_id: businessId } = customer
  if (businessId === null) throw new Error('Only orders of a business need approval.')
  const day = businessDay(config.BUSINESS_TIME_ZONE)
  const reasons = [...approvalReasons]
  const terms = { businessId, exceptId: actor._id, day, requestId: null, stepNo: 1, total }
  const approvers = await approversOf(tx, terms)
  if (approvers.length === 0 || (await hasEmptyStep(tx, terms))) throw new Refusal(409, nobodyMessage)
  const id = newId()
  const location = order.shippingAddress?.location
  await tx
    .insertInto('approval_request')
    .values({
      id,
      business_id: businessId,
      asked_by: actor._id,
      reasons,
      payment_method: order.paymentMethod,
      shipping_method: order.shippingMethod,
      purchase_order: order.purchaseOrder,
      comments: order.comments,
      note: order.note ?? '',
      attention: order.attention ?? '',
      requested_day: order.requestedDay ?? null,
      backorder_choice: order.backorders ?? null,
      asked_reason: order.approvalReason ?? '',
      cost_center_id: costCenter?.id ?? null,
      ship_to_id: order.shipToId ?? null,
      ship_location: location ? JSON.stringify(location) : null,
      total_price: total,
      expires_at: sql<Date>`now() + make_interval(days => ${daysValid})`,
    })
    .execute()
  await tx
    .insertInto('approval_line')
    .values(
      lines.map(({ productId: product_id, product, quantity, price, note }, at) => ({
        request_id: id,
        line_no: at + 1,
        product_id,
        name: product?.name ?? '',
        quantity,
        price,
        note,
      })),
    )
    .execute()
  const email = {
    id,
    asker: actor,
    reasons,
    askedReason: order.approvalReason ?? '',
    lines: lines.length,
    total,
    publicUrl: config.PUBLIC_URL,
  }
  await queueMails(
    tx,
    approvers.map((approver) => approvalRequestedEmail(approver, email)),
  )
  await recorderIn(tx, { user: actor, request })('approval requested', ['approval request', id], {
    after: { totalPrice: total, lines: lines.length, reasons },
  })
  return id
}

const nobodyMessage =
  'This order needs approval, but your business has no other approver. Ask a manager at your business, or contact us.'

/** The request as shown to the buyer who placed the order. */
export const readRequested = async (db: Db, { BUSINESS_TIME_ZONE }: Config, id: string): Promise<UnwrittenApproval> => {
  const asked = await db
    .selectFrom('approval_request')
    .select(['id', 'reasons', 'expires_at as expiresAt', 'business_id', 'asked_by', 'step_no', 'total_price'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!asked) throw notFound('Request')
  const { reasons, expiresAt } = asked
  const approvers = await approversOf(db, termsOfRequest(asked, businessDay(BUSINESS_TIME_ZONE)))
  return { _id: id, reasons, expiresAt, approvers }
}
