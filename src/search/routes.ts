import { catalogue } from '#catalogue/contract.ts'
import { asBuyer, asCaller } from '#catalogue/know-viewer.ts'
import { afterFirstAnswers } from '#platform/after-first-answers.ts'
import type { App } from '#platform/feature.ts'
import { categoriesFor, facetsFor, rememberCatalogue, searchProducts } from './queries.ts'
import { suggestProducts } from './suggest-products.ts'

const kept = { isKeptForVisitors: true }

/** How products are found; the calls are the catalogue's, because whatever changes a product makes them ask again. */
export const searchRoutes = ({ serve, db, http, config }: App): void => {
  const memory = rememberCatalogue(db)
  // The first to search need not wait for the index; what fails here is tried again by them.
  http.addHook('onListen', async () => void afterFirstAnswers(() => void memory.index.current().catch(() => {})))

  serve(catalogue.search, ({ query, user }) => searchProducts(db, query, asBuyer(config, user), memory), kept)

  serve(catalogue.searchAsAdmin, ({ query, user }) => searchProducts(db, query, asCaller(config, user), memory))

  serve(catalogue.suggest, ({ query, user }) => suggestProducts(db, query.query, asBuyer(config, user), memory), kept)

  serve(catalogue.facets, ({ query, user }) => facetsFor(db, query, asCaller(config, user), memory), kept)

  serve(catalogue.categories, ({ user }) => categoriesFor(db, asCaller(config, user), memory), kept)
}
