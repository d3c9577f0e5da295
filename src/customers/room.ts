import type { App } from '#platform/feature.ts'
import type { AccountNews } from './account-news.ts'
import { customerJobs } from './jobs.ts'
import type { FactsOfCustomers } from './list-users.ts'
import { noteRoutes } from './notes/routes.ts'
import { customerListRoutes, customerRoutes } from './routes.ts'

interface Ports {
  news: AccountNews
  /** What rooms above know of each business in the list. */
  factsOf: FactsOfCustomers
}

export const room = (app: App, ports: Ports): void => {
  customerRoutes(app, ports.news)
  customerListRoutes(app, ports.factsOf)
  noteRoutes(app)
  customerJobs(app, ports.news)
}
