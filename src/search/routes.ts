import { catalogue } from '#catalogue/contract.ts'
import { asBuyer, asCaller } from '#catalogue/know-viewer.ts'
import { rememberPrices } from '#contract-prices/remember-prices.ts'
import type { App } from '#platform/feature.ts'
import type { FollowedIndex } from './engine/follow-catalogue.ts'
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
