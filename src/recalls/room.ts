import type { CountOrders } from '#orders/count-orders.ts'
import type { App } from '#platform/feature.ts'
import { lossRoutes } from './losses/routes.ts'
import { recallJobs } from './jobs.ts'
import { suspectRoutes } from './quarantine/routes.ts'
import { recallRoutes } from './routes.ts'

export const room = (app: App, { countOrders }: { countOrders: CountOrders }): void => {
  const splitting = { config: app.config, countOrders }
  recallRoutes(app, splitting)
  suspectRoutes(app, splitting)
  lossRoutes(app)
  recallJobs(app)
}
