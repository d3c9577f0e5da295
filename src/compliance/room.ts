import type { App } from '#platform/feature.ts'
import { complianceJobs } from './jobs.ts'
import { extractRoutes } from './extracts/routes.ts'
import { licenseRoutes } from './licenses/routes.ts'
import { scheduleRoutes } from './schedules/routes.ts'
import type { OnLicenseChanged } from './licenses/save-license.ts'
import type { ReviewPorts } from './monitoring/resolve-review.ts'
import { monitoringRoutes } from './monitoring/routes.ts'

interface Ports extends ReviewPorts {
  onLicenseChanged: OnLicenseChanged
}

export const room = (app: App, ports: Ports): void => {
  licenseRoutes(app, ports.onLicenseChanged)
  extractRoutes(app, ports.onLicenseChanged)
  scheduleRoutes(app)
  complianceJobs(app)
  monitoringRoutes(app, ports)
}
