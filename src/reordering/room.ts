import type { App } from '#platform/feature.ts'
import { standingOrderJobs } from './guides/jobs.ts'
import { orderGuideRoutes } from './guides/routes.ts'
import { recommendationJobs } from './habits/jobs.ts'

export const room = (app: App): void => {
  orderGuideRoutes(app)
  standingOrderJobs(app)
  recommendationJobs(app)
}
