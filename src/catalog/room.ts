import type { App } from '#platform/feature.ts'
import { catalogueJobs } from './jobs.ts'
import { catalogueRoutes, type RefusalOf } from './routes.ts'
import { inventoryJobs } from './stock/jobs.ts'
import { inventoryRoutes } from './stock/routes.ts'

interface Ports {
  equivalentsRefusal: RefusalOf
}

export const room = (app: App, ports: Ports): void => {
  catalogueRoutes(app, ports.equivalentsRefusal)
  inventoryRoutes(app)
  catalogueJobs(app)
  inventoryJobs(app)
}
