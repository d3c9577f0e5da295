import type { App } from '#platform/feature.ts'
import { productImportJobs } from './jobs.ts'
import { productImportRoutes } from './routes.ts'

export const room = (app: App): void => {
  productImportRoutes(app)
  productImportJobs(app)
}
