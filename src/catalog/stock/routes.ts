import { asBuyer } from '../resolve-viewer.ts'
import type { App } from '#platform/feature.ts'
import { inventory } from './contract.ts'
import { correctStock } from './correct-stock.ts'
import { listMovements } from './list-movements.ts'
import { endRequest, listStockRequests, requestStock } from './request-stock.ts'

export const inventoryRoutes = ({ serve, db, config }: App): void => {
  serve(inventory.stock, ({ params, query }) => listMovements(db, params.id, query.before))

  serve(inventory.correctStock, async (call) => ({
    message: 'Stock corrected',
    countInStock: await correctStock(db, call),
  }))

  serve(inventory.requests, ({ user }) => listStockRequests(db, user._id, asBuyer(config, user)))

  serve(inventory.request, (call) => requestStock(db, call, asBuyer(config, call.user)))

  serve(inventory.endRequest, (call) => endRequest(db, call))
}
