import { openStore } from '#files/open-store.ts'
import type { App } from '#platform/feature.ts'
import { productImportJobs } from './jobs.ts'
import { productImportRoutes } from './routes.ts'

export const room = (app: App): void => {
  const store = openStore(app.config)
  app.http.addHook('onClose', async () => store.close())
  productImportRoutes(app, store)
  productImportJobs(app, store)
}
