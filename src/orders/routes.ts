import type { App } from '#server/app.ts'
import { Refusal } from '#server/http/refusal.ts'
import { orders } from './contract.ts'
import { customerToOrderFor } from './find-customer.ts'
import { placeOrder } from './place-order.ts'
import { orderById, pricedLines } from './queries.ts'
import { sendCode } from './send-code.ts'

export const orderRoutes = ({ serve, db, config, countAttempt }: App): void => {
  serve(orders.sendOtp, async ({ params, user }) => {
    await sendCode(db, user, params.id, countAttempt)
    return { message: 'A verification code was sent by email.' }
  })

  serve(orders.place, async ({ body, user, request }) => {
    const id = await placeOrder(db, config, { actor: user, customerId: user._id, order: body, request })
    return { message: 'Order placed', order: await orderById(db, user, id) }
  })

  serve(orders.placeFor, async ({ params, body: { forUser, ...order }, user, request }) => {
    if (![forUser, user._id].includes(params.userId))
      throw new Refusal(400, 'The address and the order name different customers.')
    const id = await placeOrder(db, config, { actor: user, customerId: forUser, order, request })
    return { message: 'Order placed', order: await orderById(db, user, id) }
  })

  serve(orders.price, async ({ body, user }) => {
    const customer = body.forUser ? await customerToOrderFor(db, user, body.forUser) : null
    const isStaff = user.isAdmin || user.isSalesRep
    return pricedLines(
      db,
      customer?.id ?? (isStaff ? null : user._id),
      body.orderItems.map(({ _id }) => _id),
    )
  })

  serve(orders.byId, ({ params, user }) => orderById(db, user, params.id))
}
