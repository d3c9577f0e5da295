import type { App } from '#platform/feature.ts'
import { pictureRoutes } from './routes.ts'

export const room = (app: App): void => {
  pictureRoutes(app)
}
