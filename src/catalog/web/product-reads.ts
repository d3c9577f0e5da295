import { catalogue } from '../contract.ts'

/** What to read anew when the listings change, and when a product does. */
export const listings = [catalogue.search, catalogue.searchAsAdmin, catalogue.categories, catalogue.facets]
export const withProducts = [...listings, catalogue.bySlug, catalogue.byId]
