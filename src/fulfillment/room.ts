import type { App } from '#platform/feature.ts'
import { fulfillmentRoutes } from './routes.ts'

export const room = (app: App): void => {
  fulfillmentRoutes(app)
}
