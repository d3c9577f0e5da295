import type { App } from '#platform/feature.ts'
import { lossRoutes } from './losses/routes.ts'
import { recallJobs } from './jobs.ts'
import { suspectRoutes } from './quarantine/routes.ts'
import { recallRoutes } from './routes.ts'

export const room = (app: App): void => {
  recallRoutes(app)
  suspectRoutes(app)
  lossRoutes(app)
  recallJobs(app)
}
