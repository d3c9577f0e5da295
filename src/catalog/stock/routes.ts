import { asBuyer } from '../resolve-viewer.ts'
import type { App } from '#platform/feature.ts'
import { inventory } from './contract.ts'
import { correctStock } from './correct-stock.ts'
import { listMovements } from './list-movements.ts'
import { endRequest, listStockRequests, requestStock } from './request-stock.ts'

export const inventoryRoutes = ({ serve, db, config }: App): void => {
  serve(inventory.stock, ({ params, query }) => listMovements(db, params.id, query.before))

  serve(inventory.correctStock, async ({ params, body, user, request }) => ({
    message: 'Stock corrected',
    countInStock: await correctStock(db, { actor: user, productId: params.id, ...body, request }),
  }))

  serve(inventory.requests, ({ user }) => listStockRequests(db, user._id, asBuyer(config, user)))

  serve(inventory.request, async ({ params, body, user }) => {
    await requestStock(db, { userId: user._id, productId: params.id, viewer: asBuyer(config, user), ...body })
    return { message: 'We will email you when it is in stock' }
  })

  serve(inventory.endRequest, async ({ params, user }) => {
    await endRequest(db, { userId: user._id, productId: params.id })
    return { message: 'Notification turned off' }
  })
}
