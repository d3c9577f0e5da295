import type { Db } from '#platform/db/tables.ts'
import type { App } from '#platform/feature.ts'
import { catalog } from './contract.ts'
import { productById, productBySlug } from './find-product.ts'
import { equivalentsFor, sameDrugAs } from './find-same-drug.ts'
import { asBuyer, asCaller, type Viewer } from './resolve-viewer.ts'
import { listReviews, ownReview, removeReview, reviewProduct } from './review-product.ts'
import { setFavorite } from './set-favorite.ts'

/** Why a business turned off equivalents; null if it didn't. */
export type RefusalOf = (db: Db, businessId: string | null) => Promise<string | null>

export const catalogRoutes = ({ serve, db, config }: App, refusalOf: RefusalOf): void => {
  const refusalFor = async ({ user }: Viewer) => (await refusalOf(db, user?.businessId ?? null)) ?? ''

  serve(catalog.bySlug, ({ params, user }) => productBySlug(db, params.slug, asCaller(config, user)))

  serve(catalog.byId, ({ params, user }) => productById(db, params.id, asCaller(config, user)))

  serve(catalog.sameDrug, async ({ params, user }) => {
    const viewer = asCaller(config, user)
    return sameDrugAs(db, { id: params.id, refusedFor: await refusalFor(viewer) }, viewer)
  })

  serve(catalog.equivalents, async ({ body, user }) => {
    const viewer = asBuyer(config, user)
    return equivalentsFor(db, { ids: body.ids, refusedFor: await refusalFor(viewer) }, viewer)
  })

  serve(catalog.addFavourite, (call) =>
    setFavorite(db, call, { viewer: asBuyer(config, call.user), isFavourite: true }),
  )

  serve(catalog.removeFavourite, (call) =>
    setFavorite(db, call, { viewer: asBuyer(config, call.user), isFavourite: false }),
  )

  serve(catalog.reviews, ({ params, query, user }) =>
    listReviews(db, { productId: params.id, page: query.page, viewer: asCaller(config, user) }),
  )

  serve(catalog.review, async (call) => {
    const rated = await reviewProduct(db, call)
    return { message: 'Review saved', review: await ownReview(db, call.params.id, call.user), ...rated }
  })

  serve(catalog.removeReview, (call) => removeReview(db, call))
}
