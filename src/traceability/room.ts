import type { App } from '#platform/feature.ts'
import { traceabilityRoutes } from './routes.ts'

export const room = (app: App): void => {
  traceabilityRoutes(app)
}
