import type { App } from '#platform/feature.ts'
import type { CountOrders } from '#orders/count-orders.ts'
import { approvalJobs } from './jobs.ts'
import { approvalRoutes } from './routes.ts'

interface Ports {
  countOrders: CountOrders
}

export const room = (app: App, ports: Ports): void => {
  approvalRoutes(app, ports.countOrders)
  approvalJobs(app)
}
