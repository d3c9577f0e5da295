import type { App } from '#platform/feature.ts'
import type { ExceptionPorts } from './resolve-substitute.ts'
import { fulfillmentRoutes } from './routes.ts'

export const room = (app: App, ports: ExceptionPorts): void => {
  fulfillmentRoutes(app, ports)
}
