import type { App } from '#platform/feature.ts'
import { type OrderPorts, orderRoutes } from './routes.ts'

export const room = (app: App, ports: OrderPorts): void => {
  orderRoutes(app, ports)
}
