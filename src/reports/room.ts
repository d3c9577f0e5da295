import type { App } from '#platform/feature.ts'
import type { FollowedIndex } from '#search/engine/follow-catalogue.ts'
import { reportJobs } from './jobs.ts'
import type { Trouble } from './list-troubles.ts'
import { reportRoutes } from './routes.ts'

interface Ports {
  followed: FollowedIndex
  listTroubles: () => Promise<Trouble[]>
}

export const room = (app: App, ports: Ports): void => {
  reportRoutes(app, ports.followed, ports.listTroubles)
  reportJobs(app)
}
