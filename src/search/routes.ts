import { catalog } from '#catalog/contract.ts'
import { asBuyer, asCaller } from '#catalog/resolve-viewer.ts'
import type { App } from '#platform/feature.ts'
import { type FindRecords, maxFound } from '#platform/http/record-finder.ts'
import { records } from './contract.ts'
import type { CatalogIndex } from './index/sync-catalog-index.ts'
import { cacheBuyerFacts } from './cache-buyer-facts.ts'
import { categoriesFor, facetsFor, searchProducts, suggestProducts } from './queries.ts'
import type { Answer } from '#shared/endpoint.ts'
import { isRecordText, readRecordText, type RecordKind } from '#shared/found-record.ts'
import type { Caller } from '#platform/http/bearer.ts'

/**
 * Serves the catalog's search endpoints. They are part of the catalog contract so that product changes refresh them.
 */
export const searchRoutes = ({ serve, db, config, http }: App, followed: CatalogIndex): void => {
  const sources = { db, followed, factsOf: cacheBuyerFacts(db) }
  http.addHook('onListen', async () => followed.load())

  serve(catalog.search, ({ query, user }) => searchProducts(sources, query, asBuyer(config, user)))

  serve(catalog.searchAsAdmin, ({ query, user }) => searchProducts(sources, query, asCaller(config, user)))

  serve(catalog.suggest, ({ query, user }) => suggestProducts(sources, query.query, asBuyer(config, user)))

  serve(catalog.facets, ({ query, user }) => facetsFor(sources, query, asCaller(config, user)))

  serve(catalog.categories, ({ user }) => categoriesFor(sources, asCaller(config, user)))
}

/** Serves records for the search box, using the finders of the rooms. */
export const recordRoutes = ({ serve }: App, finders: readonly FindRecords[]): void => {
  serve(records.find, ({ query: { query }, user }) => findRecords(finders, user, query))
}

/** Combines the results of the record finders of all rooms. */
const findRecords = async (
  finders: readonly FindRecords[],
  caller: Caller,
  typed: string,
): Promise<Answer<typeof records.find>> => {
  const asked = readRecordText(typed)
  if (!isRecordText(asked)) return { records: [], more: [] }
  const found = await Promise.all(finders.map((find) => find(caller, asked)))
  return {
    records: found.flatMap((one) => one.slice(0, maxFound - 1)),
    more: found.flatMap((one): RecordKind[] => (one[0] && one.length >= maxFound ? [one[0].kind] : [])),
  }
}
