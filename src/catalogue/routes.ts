import { afterFirstAnswers } from '#platform/after-first-answers.ts'
import type { App } from '#platform/feature.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { catalogue } from './contract.ts'
import { correctStock } from '#inventory/correct-stock.ts'
import { createProduct } from '#product-editing/create-product.ts'
import type { Viewer } from '#search/filter-products.ts'
import { productById, productBySlug } from './find-product.ts'
import { importCustomerPrices, importProductPrices, setCustomerPrice } from '#contract-prices/import-prices.ts'
import { importProducts, rowsIn } from '#product-import/import-products.ts'
import { listMovements } from '#inventory/list-movements.ts'
import { customerPricesFile, listCustomerPrices, productPricesFile } from '#contract-prices/list-prices.ts'
import { listReviews, ownReview } from './list-reviews.ts'
import { maintenance } from '#product-editing/maintenance-shapes.ts'
import { categoriesFor, facetsFor, rememberCatalogue, searchProducts } from '#search/queries.ts'
import { removeProduct } from '#product-editing/remove-product.ts'
import { removeReview, reviewProduct } from './review-product.ts'
import { serveUploads } from '#pictures/serve-uploads.ts'
import { setFavourite } from './set-favourite.ts'
import { suggestProducts } from '#search/suggest-products.ts'
import { updateProduct } from '#product-editing/update-product.ts'

const kept = { isKeptForVisitors: true }

export const catalogueRoutes = (app: App) => {
  const { serve, db, http, config } = app
  const memory = rememberCatalogue(db)
  // The first to search need not wait for the index; what fails here is tried again by them.
  http.addHook('onListen', async () => void afterFirstAnswers(() => void memory.index.current().catch(() => {})))

  const asBuyer = (user: Caller | null): Viewer => ({
    user,
    seesDrafts: false,
    seesPrices: user !== null || config.PRICES === 'public',
  })
  const asCaller = (user: Caller | null): Viewer => ({ ...asBuyer(user), seesDrafts: user?.isAdmin === true })

  serve(catalogue.search, ({ query, user }) => searchProducts(db, query, asBuyer(user), memory), kept)

  serve(catalogue.searchAsAdmin, ({ query, user }) => searchProducts(db, query, asCaller(user), memory))

  serve(catalogue.suggest, ({ query, user }) => suggestProducts(db, query.query, asBuyer(user), memory), kept)

  serve(catalogue.facets, ({ query, user }) => facetsFor(db, query, asCaller(user), memory), kept)

  serve(catalogue.categories, ({ user }) => categoriesFor(db, asCaller(user), memory), kept)

  serve(catalogue.bySlug, ({ params, user }) => productBySlug(db, params.slug, asCaller(user)), kept)

  serve(catalogue.byId, ({ params, user }) => productById(db, params.id, asCaller(user)))

  serve(catalogue.addFavourite, async ({ body, user }) => {
    await setFavourite(db, { ...body, caller: user, isFavourite: true })
    return { message: 'Added to your favourites' }
  })

  serve(catalogue.removeFavourite, async ({ body, user }) => {
    await setFavourite(db, { ...body, caller: user, isFavourite: false })
    return { message: 'Removed from your favourites' }
  })

  serve(catalogue.reviews, ({ params, query, user }) =>
    listReviews(db, { productId: params.id, page: query.page, viewer: asCaller(user) }),
  )

  serve(catalogue.review, async ({ params, body, user }) => {
    const rated = await reviewProduct(db, { ...body, caller: user, productId: params.id })
    return { message: 'Review saved', review: await ownReview(db, params.id, user), ...rated }
  })

  serve(catalogue.removeReview, async ({ params, user, request }) => {
    await removeReview(db, { caller: user, productId: params.id, reviewId: params.reviewId, request })
    return { message: 'Review removed' }
  })

  maintenanceRoutes(app, asCaller)
  serveUploads(app)
}

const maintenanceRoutes = ({ serve, serveFile, db }: App, asCaller: (user: Caller) => Viewer) => {
  serve(maintenance.create, async ({ user, request }) => {
    const _id = await createProduct(db, user, request)
    return { message: 'Product created successfully', product: await productById(db, _id, asCaller(user)), _id }
  })

  serve(
    maintenance.update,
    async ({ params, body, user, request }) => {
      await updateProduct(db, { actor: user, productId: params.id, edit: body, request })
      return { message: 'Product updated successfully', product: await productById(db, params.id, asCaller(user)) }
    },
    { bodyLimit: 4 * 1024 * 1024 },
  )

  serve(maintenance.remove, async ({ params, user, request }) => {
    await removeProduct(db, { actor: user, productId: params.id, request })
    return { message: 'Product deleted successfully' }
  })

  serve(
    maintenance.importProducts,
    ({ query, body, user, request }) =>
      importProducts(db, { actorId: user._id, rows: rowsIn(body), how: query, request }),
    { bodyLimit: 5 * 1024 * 1024 },
  )

  serve(maintenance.stock, ({ params, query }) => listMovements(db, params.id, query.before))

  serve(maintenance.correctStock, async ({ params, body, user, request }) => ({
    message: 'Stock corrected',
    countInStock: await correctStock(db, { actor: user, productId: params.id, ...body, request }),
  }))

  serveFile(maintenance.productPricesFile, ({ params }) => productPricesFile(db, params.id))

  serve(
    maintenance.importProductPrices,
    ({ params, body, user, request }) =>
      importProductPrices(db, { actor: user, productId: params.id, csv: body.csv, request }),
    { bodyLimit: 5 * 1024 * 1024 },
  )

  serve(maintenance.customerPrices, ({ params, query }) => listCustomerPrices(db, { userId: params.id, ...query }))

  serveFile(maintenance.customerPricesFile, ({ params }) => customerPricesFile(db, params.id))

  serve(
    maintenance.importCustomerPrices,
    ({ params, body, user, request }) =>
      importCustomerPrices(db, { actor: user, userId: params.id, csv: body.csv, request }),
    { bodyLimit: 5 * 1024 * 1024 },
  )

  serve(maintenance.setCustomerPrice, ({ params, body, user, request }) =>
    setCustomerPrice(db, { ...body, userId: params.id, actor: user, request }),
  )
}
