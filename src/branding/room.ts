import type { App } from '#platform/feature.ts'
import type { SyncedBrand } from './sync-brand.ts'
import { brandingRoutes } from './routes.ts'

interface Ports {
  followed: SyncedBrand
}

export const room = (app: App, ports: Ports): void => {
  brandingRoutes(app, ports.followed)
}
