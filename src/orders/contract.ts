import * as z from 'zod/mini'
import { passkeyChallenges, RequestOptions, SignedChallenge } from '#identity/factors/factor-shapes.ts'
import { del, get, post, put } from '#shared/endpoint.ts'
import { maxPurchaseOrderLength } from '#cart/cart.ts'
import { Id, IdParams, lines, Message, requiredText, text } from '#shared/wire.ts'
import { NewOrder, NewOrderForCustomer, PriceRequest } from './new-order-shapes.ts'
import {
  AwaitsApproval,
  ListParams,
  Order,
  orderFile,
  orderQuery,
  OrderRow,
  OrderWithNumber,
  Placed,
  PricedLine,
  ReorderLine,
  TimelineStep,
} from './order-shapes.ts'

const history = { access: 'signedIn', params: ListParams } as const
const overview = { access: 'admin', params: ListParams } as const
const ofOneOrder = { access: 'signedIn', params: IdParams } as const
const byAdmin = { access: 'admin', params: IdParams } as const

export const orders = {
  sendOtp: post('/api/orders/sendOTP/:id', {
    access: 'signedIn',
    isOrdering: true,
    summary: 'Email a six-digit code to the caller; the id is the caller’s or, for staff, the chosen customer’s',
    params: z.object({ id: Id }),
    reply: z.object({ message: z.string(), isLate: z.optional(z.boolean()) }),
  }),
  codeDelivery: get('/api/orders/codeDelivery', {
    access: 'signedIn',
    isOrdering: true,
    summary: 'Whether the mail server has not yet accepted the caller’s last code after 20 seconds',
    reply: z.object({ isLate: z.boolean() }),
  }),
  passkeyOptions: post('/api/orders/passkeyCode/options', {
    access: 'signedIn',
    isOrdering: true,
    limits: [passkeyChallenges],
    summary: 'The challenge for the caller’s passkey in place of the emailed code, where that is allowed',
    reply: RequestOptions,
  }),
  passkeyCode: post('/api/orders/passkeyCode/:id', {
    access: 'signedIn',
    isOrdering: true,
    summary: 'Exchange a passkey’s answer for a code; the id is the caller’s or, for staff, the chosen customer’s',
    params: z.object({ id: Id }),
    body: z.object({ passkey: SignedChallenge }),
    reply: z.object({ otp: z.string() }),
  }),
  place: post('/api/orders', {
    access: 'customer',
    isOrdering: true,
    summary:
      'Place an order for the caller, or request approval where the business requires it; send an Idempotency-Key header to retry safely',
    body: NewOrder,
    reply: Placed,
    accepted: AwaitsApproval,
    status: 201,
  }),
  placeFor: post('/api/orders/ByAdmin/:userId', {
    access: 'staff',
    summary: 'Place an order for a customer',
    params: z.object({ userId: z.string() }),
    body: NewOrderForCustomer,
    reply: Placed,
    status: 201,
  }),
  settle: post('/api/orders/settle', {
    access: 'signedIn',
    summary:
      'Outcome of an order whose answer was lost, by its Idempotency-Key: the order, the approval request, or a guarantee that neither will exist',
    body: z.object({ key: requiredText(200, 'The key') }),
    reply: z.object({ orderId: z.nullable(z.string()), approvalId: z.optional(z.string()) }),
  }),
  price: post('/api/orders/preview', {
    access: 'signedIn',
    summary: 'Today’s price and stock of a cart, for the caller or, for staff, for a customer',
    body: PriceRequest,
    reply: z.array(PricedLine),
  }),
  withPurchaseOrder: get('/api/orders/purchase-order', {
    access: 'signedIn',
    isOrdering: true,
    summary:
      'The last orders of the caller’s business or, for staff, of a customer’s business with this purchase order number',
    query: z.object({
      number: text(maxPurchaseOrderLength, 'The purchase order number'),
      forUser: z.optional(Id),
    }),
    reply: z.array(OrderWithNumber),
  }),
  byId: get('/api/orders/:id', {
    ...ofOneOrder,
    summary: 'One order of the caller; for sales reps also orders they placed; for admins any order',
    reply: Order,
  }),
  mine: get('/api/orders/mineSAPLocal/:id', {
    ...history,
    summary:
      'The order history of the caller, portal and external; for admins also of another user. Counted in X-Total-Count',
    query: orderQuery,
    reply: z.array(OrderRow),
  }),
  mineCsv: get('/api/orders/mineSAPLocal/:id/csv', {
    ...history,
    summary: 'The whole list, or the lines of its orders with what became of them, as CSV or XLSX',
    query: orderFile,
    reply: z.unknown(),
  }),
  all: get('/api/orders/localSAPOrders/:id', {
    ...overview,
    summary: 'All orders, portal and external, or those of one user. Counted in X-Total-Count',
    query: orderQuery,
    reply: z.array(OrderRow),
  }),
  allCsv: get('/api/orders/localSAPOrders/:id/csv', {
    ...overview,
    summary: 'The whole list, or the lines of its orders with what became of them, as CSV or XLSX',
    query: orderFile,
    reply: z.unknown(),
  }),
  deliver: put('/api/orders/:id/deliver', {
    ...byAdmin,
    isConfirmed: true,
    summary: 'Mark a paid order as delivered, once',
    reply: Placed,
  }),
  remove: del('/api/orders/:id', {
    ...byAdmin,
    summary:
      'Cancel an order that never reached the ERP: it stays in the history with the reason, its stock is returned and the customer is emailed',
    query: z.object({ reason: z._default(lines(300, 'The reason'), '') }),
    reply: Message,
    done: 'Order deleted successfully',
  }),
  sync: put('/api/orders/tryToManuallySync/:id', {
    ...byAdmin,
    summary: 'Retry the export of an order without an external id',
    reply: z.extend(Message, { orderIdSap: z.nullable(z.string()) }),
  }),
  reorder: get('/api/orders/:id/reorder', {
    ...ofOneOrder,
    summary: 'The lines of an order, or only the rests whose backorder ended, at today’s price and stock',
    query: z.object({ rest: z.optional(z.literal('ended')) }),
    reply: z.array(ReorderLine),
  }),
  timeline: get('/api/orders/:id/timeline', {
    ...ofOneOrder,
    summary: 'The timeline of an order',
    reply: z.array(TimelineStep),
  }),
  confirmation: get('/api/orders/:id/confirmation', {
    ...ofOneOrder,
    summary: 'The order confirmation as PDF',
    reply: z.unknown(),
  }),
}
