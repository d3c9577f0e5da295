import type { App } from '#platform/feature.ts'
import { contractPriceJobs } from './jobs.ts'
import type { FindAmong } from './list-prices.ts'
import { contractPriceRoutes } from './routes.ts'

interface Ports {
  findAmong: FindAmong
}

export const room = (app: App, ports: Ports): void => {
  contractPriceRoutes(app, ports.findAmong)
  contractPriceJobs(app)
}
