import type { App } from '#platform/feature.ts'
import { deliveryRoutes } from './delivery/routes.ts'
import { orderLimitRoutes } from './limits/routes.ts'
import { orderMethodRoutes } from './methods/routes.ts'

export const room = (app: App): void => {
  orderLimitRoutes(app)
  deliveryRoutes(app)
  orderMethodRoutes(app)
}
