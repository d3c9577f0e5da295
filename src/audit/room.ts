import { auditJobs } from './jobs.ts'
import { auditRoutes } from './routes.ts'
import type { TrailCheck } from './verify-trail.ts'
import type { App } from '#platform/feature.ts'

interface Ports {
  /** Receives the result of the daily verification. */
  onTrailChecked: (check: TrailCheck) => Promise<void>
}

export const room = (app: App, ports: Ports): void => {
  auditRoutes(app)
  auditJobs(app, ports.onTrailChecked)
}
