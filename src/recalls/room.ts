import type { App } from '#platform/feature.ts'
import { lossRoutes } from './losses/routes.ts'
import { recallJobs } from './jobs.ts'
import { type SuspectPorts, suspectRoutes } from './quarantine/routes.ts'
import { recallRoutes } from './routes.ts'

export const room = (app: App, ports: Omit<SuspectPorts, 'config'>): void => {
  const given = { config: app.config, ...ports }
  recallRoutes(app, given)
  suspectRoutes(app, given)
  lossRoutes(app)
  recallJobs(app)
}
