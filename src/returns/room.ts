import type { App } from '#platform/feature.ts'
import { type ReturnPorts, returnRoutes } from './routes.ts'

export const room = (app: App, ports: ReturnPorts): void => {
  returnRoutes(app, ports)
}
