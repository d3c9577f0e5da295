import { catalogue } from '#catalog/contract.ts'
import { asBuyer, asCaller } from '#catalog/know-viewer.ts'
import { rememberPrices } from '#pricing/remember-prices.ts'
import type { App } from '#platform/feature.ts'
import type { FindRecords } from '#platform/http/record-finder.ts'
import { records } from './contract.ts'
import type { FollowedIndex } from './engine/follow-catalogue.ts'
import { findRecords } from './find-records.ts'
import { rememberOpen } from './remember-open.ts'
import { type OrderedBy, rememberOrdered } from './remember-ordered.ts'
import { categoriesFor, facetsFor, searchProducts, suggestProducts } from './queries.ts'

/** How products are found; the calls are the catalogue's, because whatever changes a product makes them ask again. */
export const searchRoutes = ({ serve, db, config, http }: App, followed: FollowedIndex, orderedBy: OrderedBy): void => {
  const sources = {
    db,
    followed,
    pricesOf: rememberPrices(db),
    orderedBefore: rememberOrdered(orderedBy),
    openTo: rememberOpen(db),
  }
  http.addHook('onListen', async () => followed.load())

  serve(catalogue.search, ({ query, user }) => searchProducts(sources, query, asBuyer(config, user)))

  serve(catalogue.searchAsAdmin, ({ query, user }) => searchProducts(sources, query, asCaller(config, user)))

  serve(catalogue.suggest, ({ query, user }) => suggestProducts(sources, query.query, asBuyer(config, user)))

  serve(catalogue.facets, ({ query, user }) => facetsFor(sources, query, asCaller(config, user)))

  serve(catalogue.categories, ({ user }) => categoriesFor(sources, asCaller(config, user)))
}

/** What the search box finds beside products; each room hands over how it finds its own. */
export const recordRoutes = ({ serve }: App, finders: readonly FindRecords[]): void => {
  serve(records.find, ({ query: { query }, user }) => findRecords(finders, user, query))
}
