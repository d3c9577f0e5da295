import type { App } from '#platform/feature.ts'
import { orderJobs } from './jobs.ts'
import { type OrderPorts, orderRoutes } from './routes.ts'

export const room = (app: App, ports: OrderPorts): void => {
  orderRoutes(app, ports)
  orderJobs(app)
}
