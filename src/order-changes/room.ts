import type { App } from '#platform/feature.ts'
import type { ChangePorts } from './apply-change.ts'
import { orderChangeRoutes } from './routes.ts'

export const room = (app: App, ports: Omit<ChangePorts, 'config'>): void => {
  orderChangeRoutes(app, { ...ports, config: app.config })
}
