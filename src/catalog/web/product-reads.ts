import { catalog } from '../contract.ts'

/** What to read anew when the listings change, and when a product does. */
export const listings = [catalog.search, catalog.searchAsAdmin, catalog.categories, catalog.facets]
export const withProducts = [...listings, catalog.bySlug, catalog.byId]
