import type { App } from '#platform/feature.ts'
import { factorRoutes } from './factors/routes.ts'
import { accountJobs } from './jobs.ts'
import { accountRoutes } from './routes.ts'
import { signOnRoutes } from './sign-on/routes.ts'

export const room = (app: App): void => {
  accountRoutes(app)
  factorRoutes(app)
  signOnRoutes(app)
  accountJobs(app)
}
