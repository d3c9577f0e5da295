import type { App } from '#platform/feature.ts'
import { viewRoutes } from './routes.ts'

export const room = (app: App): void => {
  viewRoutes(app)
}
