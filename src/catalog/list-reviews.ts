import { sql } from 'kysely'
import type { Db } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { notFound } from '#platform/http/refusal.ts'
import type { Answer } from '#shared/endpoint.ts'
import type { catalog } from './contract.ts'
import type { Viewer } from './resolve-viewer.ts'
import { isVisibleTo } from './filter-visible.ts'

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
    .executeTakeFirst()
  if (!product) throw notFound('Product')
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
