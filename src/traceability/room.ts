import type { App } from '#platform/feature.ts'
import { deliveryTraceRoutes } from './deliveries/routes.ts'
import { traceabilityJobs } from './jobs.ts'
import { partnerRoutes } from './partners/routes.ts'
import { requestRoutes } from './requests/routes.ts'
import { traceabilityRoutes } from './routes.ts'
import { supplierRoutes } from './suppliers/routes.ts'

export const room = (app: App): void => {
  traceabilityRoutes(app)
  deliveryTraceRoutes(app)
  partnerRoutes(app)
  requestRoutes(app)
  supplierRoutes(app)
  traceabilityJobs(app)
}
