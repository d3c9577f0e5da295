import type { App } from '#platform/feature.ts'
import type { CatalogIndex } from '#search/index/sync-catalog-index.ts'
import { reportJobs } from './jobs.ts'
import type { Issue } from './list-issues.ts'
import { reportRoutes } from './routes.ts'

interface Ports {
  followed: CatalogIndex
  listTroubles: () => Promise<Issue[]>
}

export const room = (app: App, ports: Ports): void => {
  reportRoutes(app, ports.followed, ports.listTroubles)
  reportJobs(app)
}
