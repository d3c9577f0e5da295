import type { App } from '#platform/feature.ts'
import type { FindRecords } from '#platform/http/record-finder.ts'
import type { CatalogIndex } from './index/sync-catalog-index.ts'
import { findNamed } from './find-ids.ts'
import { recordRoutes, searchRoutes } from './routes.ts'

interface Ports {
  followed: CatalogIndex
  /** Record finders of the rooms for the search box. */
  finders: readonly FindRecords[]
}

interface Offers {
  /** Ids of the products that match a text exactly as typed, for order history lists. */
  findNamed(text: string): Promise<readonly string[]>
}

export const room = (app: App, { followed, finders }: Ports): Offers => {
  searchRoutes(app, followed)
  recordRoutes(app, finders)
  return { findNamed: (text) => findNamed(app.db, followed, text) }
}
