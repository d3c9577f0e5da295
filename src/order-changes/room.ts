import type { App } from '#platform/feature.ts'
import type { RequestPorts } from './request-change.ts'
import { orderChangeRoutes } from './routes.ts'

export const room = (app: App, ports: Omit<RequestPorts, 'config'>): void => {
  orderChangeRoutes(app, { ...ports, config: app.config })
}
