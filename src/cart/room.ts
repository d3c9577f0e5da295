import type { App } from '#platform/feature.ts'
import { cartRoutes } from './routes.ts'

export const room = (app: App): void => {
  cartRoutes(app)
}
