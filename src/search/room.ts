import type { App } from '#platform/feature.ts'
import type { FindRecords } from '#platform/http/record-finder.ts'
import type { CatalogIndex } from './engine/sync-catalog-index.ts'
import { findNamed } from './find-ids.ts'
import type { OrderedBy } from './cache-ordered.ts'
import { recordRoutes, searchRoutes } from './routes.ts'

interface Ports {
  followed: CatalogIndex
  /** What a business ordered before. */
  orderedBy: OrderedBy
  /** How each room finds its own records for the search box. */
  finders: readonly FindRecords[]
}

interface Offers {
  /** Ids of the products that a text names as it stands, for lists of what was ordered. */
  findNamed(text: string): Promise<readonly string[]>
}

export const room = (app: App, { followed, orderedBy, finders }: Ports): Offers => {
  searchRoutes(app, followed, orderedBy)
  recordRoutes(app, finders)
  return { findNamed: (text) => findNamed(app.db, followed, text) }
}
