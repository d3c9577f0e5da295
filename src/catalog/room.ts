import type { App } from '#platform/feature.ts'
import { catalogJobs } from './jobs.ts'
import { catalogRoutes, type RefusalOf } from './routes.ts'
import { inventoryJobs } from './stock/jobs.ts'
import { inventoryRoutes } from './stock/routes.ts'

interface Ports {
  equivalentsRefusal: RefusalOf
}

export const room = (app: App, ports: Ports): void => {
  catalogRoutes(app, ports.equivalentsRefusal)
  inventoryRoutes(app)
  catalogJobs(app)
  inventoryJobs(app)
}
