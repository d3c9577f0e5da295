import type { App } from '#platform/feature.ts'
import { peopleRoutes } from './people/routes.ts'
import { shipToRoutes } from './ship-to/routes.ts'
import type { OnVerified } from './ship-to/change-address.ts'

interface Ports {
  onShipToVerified: OnVerified
}

export const room = (app: App, ports: Ports): void => {
  peopleRoutes(app)
  shipToRoutes(app, ports.onShipToVerified)
}
