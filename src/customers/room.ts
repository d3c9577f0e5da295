import type { App } from '#platform/feature.ts'
import type { AccountHooks } from './account-hooks.ts'
import { customerJobs } from './jobs.ts'
import type { CustomerFacts } from './list-users.ts'
import { groupRoutes } from './audience/routes.ts'
import { noteRoutes } from './notes/routes.ts'
import { customerListRoutes, customerRoutes } from './routes.ts'

/** What businesses ordered and owe is supplied by rooms above. */
interface Ports extends CustomerFacts {
  news: AccountHooks
}

export const room = (app: App, ports: Ports): void => {
  customerRoutes(app, ports.news)
  customerListRoutes(app, ports)
  groupRoutes(app, ports.news)
  noteRoutes(app)
  customerJobs(app, ports.news)
}
