import type { App } from '#platform/feature.ts'
import type { FollowedBrand } from './follow-brand.ts'
import { brandingRoutes } from './routes.ts'

interface Ports {
  followed: FollowedBrand
}

export const room = (app: App, ports: Ports): void => {
  brandingRoutes(app, ports.followed)
}
