import type { App } from '#platform/feature.ts'
import { inventory } from './contract.ts'
import { correctStock } from './correct-stock.ts'
import { listMovements } from './list-movements.ts'

export const inventoryRoutes = ({ serve, db }: App): void => {
  serve(inventory.stock, ({ params, query }) => listMovements(db, params.id, query.before))

  serve(inventory.correctStock, async ({ params, body, user, request }) => ({
    message: 'Stock corrected',
    countInStock: await correctStock(db, { actor: user, productId: params.id, ...body, request }),
  }))
}
