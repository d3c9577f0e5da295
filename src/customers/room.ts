import type { App } from '#platform/feature.ts'
import type { AccountHooks } from './account-hooks.ts'
import { customerJobs } from './jobs.ts'
import type { TotalsOfCustomers } from './list-users.ts'
import { groupRoutes } from './audience/routes.ts'
import { noteRoutes } from './notes/routes.ts'
import { customerListRoutes, customerRoutes } from './routes.ts'

interface Ports {
  news: AccountHooks
  /** Order and invoice totals for the list, supplied by rooms above. */
  factsOf: TotalsOfCustomers
}

export const room = (app: App, ports: Ports): void => {
  customerRoutes(app, ports.news)
  customerListRoutes(app, ports.factsOf)
  groupRoutes(app, ports.news)
  noteRoutes(app)
  customerJobs(app, ports.news)
}
