import { catalog } from '../contract.ts'

/** Queries to refresh when listings or products change. */
export const listings = [catalog.search, catalog.searchAsAdmin, catalog.categories, catalog.facets]
export const withProducts = [...listings, catalog.bySlug, catalog.byId]
