import type { App } from '#platform/feature.ts'
import type { CountOrders } from '#orders/count-orders.ts'
import { approvalJobs } from './approvals/jobs.ts'
import { approvalRoutes } from './approvals/routes.ts'
import { budgetRoutes } from './budgets/routes.ts'
import { costCenterRoutes } from './cost-centers/routes.ts'

interface Ports {
  countOrders: CountOrders
}

export const room = (app: App, ports: Ports): void => {
  costCenterRoutes(app)
  budgetRoutes(app)
  approvalRoutes(app, ports.countOrders)
  approvalJobs(app)
}
