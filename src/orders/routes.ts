import { isStaffWithoutCustomer } from '#catalog/resolve-viewer.ts'
import type { App } from '#platform/feature.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import { isMailLate } from '#mail/mail-delay.ts'
import { businessDay } from '#shared/business-day.ts'
import { grouped } from '#shared/number-words.ts'
import { countHeader, writeCount } from '#shared/filters.ts'
import { printDocument } from '#platform/pdf/print-document.ts'
import { listFile } from '#platform/http/xlsx.ts'
import { composeConfirmation } from './history/compose-confirmation.ts'
import { orders } from './contract.ts'
import type { CountOrders } from './count-orders.ts'
import { deleteOrder } from './delete-order.ts'
import { deliverOrder } from './deliver-order.ts'
import { customerToOrderFor } from '#identity/find-customer.ts'
import { checkReorder } from './history/check-reorder.ts'
import {
  type ExportLines,
  idsOfOrders,
  orderCsvFor,
  ordersOf,
  type OrdersQuery,
  pageOfOrders,
} from './history/list-orders.ts'
import { type FindNamed, namedProduct } from './history/match-orders.ts'
import { whoseOrders } from './history/find-owner.ts'
import type { OrderFilter } from './order-shapes.ts'
import type { PlacedOrder } from './checkout/place-lines.ts'
import { placeOrder } from './checkout/place-order.ts'
import type { PurchasePolicy } from './checkout/purchase-policy.ts'
import { withPurchaseOrder } from './history/find-purchase-order.ts'
import { orderById, pricedLines } from './history/queries.ts'
import { codeForPasskey, passkeyCodeOptions, sendCode } from './checkout/send-code.ts'
import { resolveOrderKey } from './checkout/resolve-order-key.ts'
import { resultOfSync, syncOrder } from './sync-order.ts'
import { type InvoicesOfOrder, traceOrder } from './history/trace-order.ts'

export interface OrderPorts {
  countOrders: CountOrders
  invoicesOfOrder: InvoicesOfOrder
  exportLines: ExportLines
  policy: PurchasePolicy
  findNamed: FindNamed
}

export const orderRoutes = (
  app: App,
  { countOrders, invoicesOfOrder, exportLines, policy, findNamed }: OrderPorts,
): void => {
  listRoutes(app, findNamed, exportLines)
  const { serve, serveFile, db, config, countAttempt } = app
  const ordering = { config, countOrders, policy }
  const today = () => businessDay(config.BUSINESS_TIME_ZONE)

  serve(orders.sendOtp, async ({ params, user }) => {
    const { isLate } = await sendCode(db, user, params.id, { config, countAttempt })
    if (!isLate) return { message: 'A verification code was sent by email.' }
    const message = 'Email is delayed at the moment. Your code will be sent as soon as possible.'
    return { message, isLate }
  })

  serve(orders.codeDelivery, async ({ user }) => ({ isLate: await isMailLate(db, user.email) }))

  serve(orders.passkeyOptions, ({ user }) => passkeyCodeOptions(db, config, user))

  serve(orders.passkeyCode, async (call) => ({ otp: await codeForPasskey(db, config, call) }))

  serve(orders.withPurchaseOrder, (call) => withPurchaseOrder(db, call))

  serve(orders.place, async ({ body, user, request }, reply) => {
    const placed = await placeOrder(db, ordering, { actor: user, customerId: user._id, order: body, request })
    if (placed.order) return placedReply(placed)
    void reply.status(202)
    return { message: 'Your order is waiting for approval', approval: placed.approval }
  })

  serve(orders.placeFor, async ({ params, body: { forUser, ...sent }, user, request }) => {
    if (![forUser, user._id].includes(params.userId))
      throw new Refusal(400, 'The address and the order name different customers.')
    const placed = await placeOrder(db, ordering, { actor: user, customerId: forUser, order: sent, request })
    if (!placed.order) throw new Error('Orders placed by staff don’t need approval.')
    return placedReply(placed)
  })

  serve(orders.settle, ({ body, user }) => resolveOrderKey(db, { userId: user._id, key: body.key }))

  serve(orders.price, async ({ body, user }) => {
    const customer = body.forUser ? await customerToOrderFor(db, user, body.forUser) : null
    const isStaff = user.isAdmin || user.isSalesRep
    const businessId = customer?.business_id ?? (isStaff ? (user.orderingFor?.businessId ?? null) : user.businessId)
    const seesRestricted = !customer && isStaffWithoutCustomer(user)
    const { shipToId, orderItems } = body
    return pricedLines(db, { businessId, shipToId, seesRestricted, day: today() }, orderItems)
  })

  serve(orders.byId, ({ params, user }) => orderById(db, user, params.id))

  serve(orders.deliver, async (call) => {
    await deliverOrder(db, call)
    return { message: 'Order is delivered', order: await orderById(db, call.user, call.params.id) }
  })

  serve(orders.remove, (call) => deleteOrder(db, call, ordering))

  serve(orders.sync, async (call) => {
    if (!config.ERP_URL) throw new Refusal(409, 'The ERP is not connected.')
    await syncOrder(db, call)
    return resultOfSync(db, call.params.id)
  })

  serve(orders.reorder, ({ params, query, user }) =>
    checkReorder(db, {
      caller: user,
      orderId: params.id,
      day: today(),
      seesUnknown: config.REQUIRE_LICENSE,
      isRest: query.rest !== undefined,
    }),
  )

  serve(orders.timeline, ({ params, user }) => traceOrder(db, user, params.id, invoicesOfOrder))

  serveFile(orders.confirmation, ({ params, user }) =>
    printDocument(app, user._id, async () =>
      composeConfirmation(await orderById(db, user, params.id), config.BUSINESS_TIME_ZONE),
    ),
  )
}

const placedReply = ({ order, onHold, overBudget }: PlacedOrder) => ({
  message: placedMessage(onHold),
  order,
  ...(onHold && { onHold }),
  ...(overBudget.length > 0 && { overBudget }),
})

const placedMessage = (onHold: PlacedOrder['onHold']): string => {
  if (onHold === null) return 'Order placed'
  if (onHold.splitOff) return 'Order placed. Some lines are on hold in orders of their own.'
  return onHold.orderItems.length === 1
    ? 'Order placed. 1 line is on hold in an order of its own.'
    : `Order placed. ${grouped(onHold.orderItems.length)} lines are on hold in an order of their own.`
}

const listRoutes = ({ serve, serveFile, db, config }: App, findNamed: FindNamed, exportLines: ExportLines): void => {
  const wantedBy = async (filter: OrderFilter) => ({
    filter,
    today: businessDay(config.BUSINESS_TIME_ZONE),
    product: await namedProduct(findNamed, filter.product),
  })

  type FileCall = Pick<CallOf<typeof orders.allCsv>, 'params' | 'query' | 'user'>
  type ListCall = Pick<FileCall, 'params' | 'user'> & { query: Pick<FileCall['query'], 'query'> }

  const mine = async ({ params: { id }, query: { query: filter }, user }: ListCall) => ({
    ...(await wantedBy({ ...id.filter, ...filter })),
    whose: await whoseOrders(db, user, id.id),
    forBusiness: user.orderingFor?.businessId ?? null,
  })

  const all = async ({ params: { id }, query: { query: filter }, user }: ListCall) => ({
    ...(await wantedBy({ ...id.filter, ...filter })),
    whose: id.id === null || id.id === 'all' ? null : await whoseOrders(db, user, id.id),
  })

  serve(orders.mine, async (call, reply) => {
    const { query: _, ...page } = call.query
    const { rows, count } = await pageOfOrders(db, { ...(await mine(call)), ...page })
    void reply.header(countHeader, writeCount(count))
    return call.user.isAdmin ? rows : rows.map(withoutProblem)
  })

  serve(orders.all, async (call, reply) => {
    const { query: _, ...page } = call.query
    const { rows, count } = await pageOfOrders(db, { ...(await all(call)), ...page })
    void reply.header(countHeader, writeCount(count))
    return rows
  })

  serveFile(orders.mineCsv, async (call) => orderFile(call, await mine(call)))

  serveFile(orders.allCsv, async (call) => orderFile(call, await all(call)))

  const orderFile = async ({ query: { sort, format, rows }, user }: FileCall, wanted: Omit<OrdersQuery, 'sort'>) => {
    const orderCsv = await orderCsvFor(db, wanted.whose, config.BUSINESS_TIME_ZONE)
    const ids = await idsOfOrders(db, { ...wanted, sort })
    return rows === 'lines'
      ? exportLines(db, { caller: user, format, ids, orderCsv })
      : listFile(format, 'orders', { columns: orderCsv, ids, read: (some) => ordersOf(db, some) })
  }
}

/** Export problems are shown to admins only. */
const withoutProblem = <R extends { handOverProblem: string | null }>(row: R): R => ({ ...row, handOverProblem: null })
