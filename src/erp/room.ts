import type { App } from '#platform/feature.ts'
import { erpJobs, type ErpPorts } from './jobs.ts'
import { erpRoutes } from './routes.ts'

export const room = (app: App, ports: ErpPorts): void => {
  erpRoutes(app, ports.erp)
  erpJobs(app, ports)
}
