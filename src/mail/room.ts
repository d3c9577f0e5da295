import type { App } from '#platform/feature.ts'
import { mailJobs } from './jobs.ts'
import { mailRoutes } from './routes.ts'

export const room = (app: App): void => {
  mailRoutes(app)
  mailJobs(app)
}
