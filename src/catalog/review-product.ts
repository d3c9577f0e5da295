import { sql } from 'kysely'
import { act } from '#platform/act.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { notFound } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import { isStaffWithoutCustomer, type Viewer, viewerBusiness } from './resolve-viewer.ts'
import { isVisibleTo } from './filter-visible.ts'
import { noteCatalogChange } from './note-change.ts'
import type { Answer } from '#shared/endpoint.ts'
import type { catalog } from './contract.ts'

interface Rated {
  rating: number
  numReviews: number
}

/** Creates or replaces the caller's review of a product and updates the product's rating. */
export const reviewProduct = (db: Db, call: CallOf<typeof catalog.review>): Promise<Rated> =>
  act(db, call, async ({ tx, actor }) => {
    const { id: productId } = call.params
    const { rating, comment } = call.body
    await lockProduct(tx, productId, actor)
    await tx
      .insertInto('review')
      .values({ id: newId(), product_id: productId, user_id: actor._id, rating, comment })
      .onConflict((conflict) =>
        conflict.columns(['product_id', 'user_id']).doUpdateSet({ rating, comment, updated_at: sql<Date>`now()` }),
      )
      .execute()
    return sumUp(tx, productId)
  })

/** Authors remove their own review, admins any review. Other reviews are reported as not found. */
export const removeReview = (db: Db, call: CallOf<typeof catalog.removeReview>): Promise<void> =>
  act(db, call, async ({ tx, actor, record }) => {
    const { id: productId, reviewId } = call.params
    await lockProduct(tx, productId, actor)
    const removed = await tx
      .deleteFrom('review')
      .where('id', '=', reviewId)
      .where('product_id', '=', productId)
      .$if(!actor.isAdmin, (query) => query.where('user_id', '=', actor._id))
      .returning(['user_id', 'rating', 'comment'])
      .executeTakeFirstOrThrow(() => notFound('Review'))
    if (removed.user_id !== actor._id)
      await record('review removed', ['product', productId], {
        onBehalfOf: removed.user_id,
        before: { rating: removed.rating, comment: removed.comment },
      })
    await sumUp(tx, productId)
  })

const lockProduct = async (tx: Tx, productId: string, caller: Caller): Promise<void> => {
  await tx
    .selectFrom('product')
    .select('id')
    .where('id', '=', productId)
    .where('deleted_at', 'is', null)
    .$if(!caller.isAdmin, (query) => query.where('is_published', '=', true))
    .$if(!caller.isAdmin && !isStaffWithoutCustomer(caller), (query) =>
      query.where(isVisibleTo(sql`${viewerBusiness(caller)}::uuid`)),
    )
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound('Product'))
}

/** Doesn't increment the product's version: a review must not make an admin's edit stale. */
const sumUp = async (tx: Tx, productId: string): Promise<Rated> => {
  const { rows } = await sql<Rated>`
    update product set rating = all_of_them.rating, num_reviews = all_of_them.count
    from (
      select coalesce(round(avg(rating), 2), 0) as rating, count(*)::int as count
      from review where product_id = ${productId}
    ) all_of_them
    where product.id = ${productId}
    returning product.rating, product.num_reviews as "numReviews"`.execute(tx)
  await noteCatalogChange(tx, [productId])
  return rows[0] ?? { rating: 0, numReviews: 0 }
}

const reviewsAPage = 10

/** One page of reviews, and the viewer's own review regardless of the page. */
export const listReviews = async (
  db: Db,
  { productId, page, viewer }: { productId: string; page: number; viewer: Viewer },
): Promise<Answer<typeof catalog.reviews>> => {
  const product = await db
    .selectFrom('product')
    .select(['rating', 'num_reviews'])
    .where('id', '=', productId)
    .where('deleted_at', 'is', null)
    .$if(!viewer.seesDrafts, (query) => query.where('is_published', '=', true))
    .$if(!viewer.seesRestricted, (query) => query.where(isVisibleTo(sql`${viewer.user?.businessId ?? null}::uuid`)))
    .executeTakeFirstOrThrow(() => notFound('Product'))
  const all = reviewsOf(db, productId)
  const [rows, own] = await Promise.all([
    all
      .orderBy('review.updated_at', 'desc')
      .orderBy('review.id')
      .limit(reviewsAPage)
      .offset((page - 1) * reviewsAPage)
      .execute(),
    viewer.user ? all.where('user_id', '=', viewer.user._id).executeTakeFirst() : undefined,
  ])
  const seen = visibleTo(viewer.user?._id)
  return {
    reviews: rows.map(seen),
    own: own ? seen(own) : null,
    rating: product.rating,
    numReviews: product.num_reviews,
    pages: Math.ceil(product.num_reviews / reviewsAPage),
  }
}

/** The review that the caller just saved. */
export const ownReview = async (db: Db, productId: string, caller: Caller) =>
  visibleTo(caller._id)(await reviewsOf(db, productId).where('user_id', '=', caller._id).executeTakeFirstOrThrow())

const reviewsOf = (db: Db, productId: string) =>
  db
    .selectFrom('review')
    .innerJoin('user_account', 'user_account.id', 'review.user_id')
    .select([
      'review.id as _id',
      'user_id as userId',
      'name',
      'last_name as lastName',
      'rating',
      'comment',
      'review.created_at as createdAt',
      'review.updated_at as updatedAt',
    ])
    .where('product_id', '=', productId)

interface Written {
  userId: string
  name: string
  lastName: string
}

const visibleTo =
  (userIdOfReader: string | undefined) =>
  <R extends Written>({ userId, name, lastName, ...review }: R) => ({
    ...review,
    name: `${name} ${lastName.slice(0, 1)}${lastName && '.'}`.trim(),
    isOwn: userId === userIdOfReader,
  })
