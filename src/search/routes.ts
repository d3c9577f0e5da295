import { catalogue } from '#catalogue/contract.ts'
import { asBuyer, asCaller } from '#catalogue/know-viewer.ts'
import type { App } from '#platform/feature.ts'
import type { FollowedIndex } from './engine/follow-catalogue.ts'
import { type OrderedBy, rememberOrdered } from './remember-ordered.ts'
import { categoriesFor, facetsFor, searchProducts, suggestProducts } from './queries.ts'

/** How products are found; the calls are the catalogue's, because whatever changes a product makes them ask again. */
export const searchRoutes = ({ serve, db, config, http }: App, followed: FollowedIndex, orderedBy: OrderedBy): void => {
  const sources = { followed, orderedBefore: rememberOrdered(orderedBy) }
  http.addHook('onListen', async () => followed.load())

  serve(catalogue.search, ({ query, user }) => searchProducts(db, query, asBuyer(config, user), sources))

  serve(catalogue.searchAsAdmin, ({ query, user }) => searchProducts(db, query, asCaller(config, user), sources))

  serve(catalogue.suggest, ({ query, user }) => suggestProducts(db, query.query, asBuyer(config, user), sources))

  serve(catalogue.facets, ({ query, user }) => facetsFor(db, query, asCaller(config, user), followed))

  serve(catalogue.categories, ({ user }) => categoriesFor(asCaller(config, user), followed))
}
