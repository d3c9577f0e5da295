import type { App } from '#server/app.ts'
import type { Caller } from '#server/http/bearer.ts'
import { catalogue } from './contract.ts'
import type { Viewer } from './filter-products.ts'
import { categoriesFor, productById, productBySlug, rememberCatalogue, searchProducts } from './queries.ts'
import { servePictures } from './serve-pictures.ts'

export const catalogueRoutes = ({ serve, db, http, config }: App) => {
  const memory = rememberCatalogue()

  const asBuyer = (user: Caller | null): Viewer => ({
    user,
    seesDrafts: false,
    seesPrices: user !== null || config.PRICES === 'public',
  })
  const asCaller = (user: Caller | null): Viewer => ({ ...asBuyer(user), seesDrafts: user?.isAdmin === true })

  serve(catalogue.search, ({ query, user }) => searchProducts(db, query, asBuyer(user), memory))

  serve(catalogue.searchAsAdmin, ({ query, user }) => searchProducts(db, query, asCaller(user), memory))

  serve(catalogue.categories, ({ user }) => categoriesFor(db, asCaller(user), memory))

  serve(catalogue.bySlug, ({ params, user }) => productBySlug(db, params.slug, asCaller(user)))

  serve(catalogue.byId, ({ params, user }) => productById(db, params.id, asCaller(user)))

  servePictures(http)
}
