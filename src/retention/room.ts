import type { App } from '#platform/feature.ts'
import { retentionJobs } from './jobs.ts'
import { retentionRoutes } from './routes.ts'

export const room = (app: App): void => {
  retentionRoutes(app)
  retentionJobs(app)
}
