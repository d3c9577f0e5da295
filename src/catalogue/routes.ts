import type { App } from '#platform/feature.ts'
import { catalogue } from './contract.ts'
import { productById, productBySlug } from './find-product.ts'
import { sameDrugAs } from './find-same-drug.ts'
import { asCaller } from './know-viewer.ts'
import { listReviews, ownReview } from './list-reviews.ts'
import { removeReview, reviewProduct } from './review-product.ts'
import { setFavourite } from './set-favourite.ts'

export const catalogueRoutes = ({ serve, db, config }: App): void => {
  serve(catalogue.bySlug, ({ params, user }) => productBySlug(db, params.slug, asCaller(config, user)))

  serve(catalogue.byId, ({ params, user }) => productById(db, params.id, asCaller(config, user)))

  serve(catalogue.sameDrug, ({ params, user }) => sameDrugAs(db, params.id, asCaller(config, user)))

  serve(catalogue.addFavourite, async ({ body, user }) => {
    await setFavourite(db, { ...body, caller: user, isFavourite: true })
    return { message: 'Added to your favorites' }
  })

  serve(catalogue.removeFavourite, async ({ body, user }) => {
    await setFavourite(db, { ...body, caller: user, isFavourite: false })
    return { message: 'Removed from your favorites' }
  })

  serve(catalogue.reviews, ({ params, query, user }) =>
    listReviews(db, { productId: params.id, page: query.page, viewer: asCaller(config, user) }),
  )

  serve(catalogue.review, async ({ params, body, user, request }) => {
    const rated = await reviewProduct(db, { ...body, caller: user, productId: params.id, request })
    return { message: 'Review saved', review: await ownReview(db, params.id, user), ...rated }
  })

  serve(catalogue.removeReview, async ({ params, user, request }) => {
    await removeReview(db, { caller: user, productId: params.id, reviewId: params.reviewId, request })
    return { message: 'Review removed' }
  })
}
