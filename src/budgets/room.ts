import type { App } from '#platform/feature.ts'
import { budgetRoutes } from './routes.ts'

export const room = (app: App): void => {
  budgetRoutes(app)
}
