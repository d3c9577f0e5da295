import type { App } from '#platform/feature.ts'
import { orderGuideRoutes } from './guides/routes.ts'
import { recommendationJobs } from './habits/jobs.ts'

export const room = (app: App): void => {
  orderGuideRoutes(app)
  recommendationJobs(app)
}
