import * as z from 'zod/mini'
import { lines, Moment } from '#shared/wire.ts'

/** A buyer's review. Last names are shortened because other businesses read them. */
export const Review = z.object({
  _id: z.string(),
  name: z.string(),
  rating: z.number(),
  comment: z.string(),
  createdAt: Moment,
  updatedAt: Moment,
  isOwn: z.boolean(),
})
export type Review = z.infer<typeof Review>

const ratingMessage = 'Choose 1 to 5 stars.'

export const NewReview = z.object({
  rating: z.coerce.number(ratingMessage).check(z.int(ratingMessage), z.gte(1, ratingMessage), z.lte(5, ratingMessage)),
  comment: z._default(lines(2_000, 'The comment'), ''),
})

export const ReviewPage = z.object({
  reviews: z.array(Review),
  rating: z.number(),
  numReviews: z.number(),
  pages: z.number(),
  own: z.nullable(Review),
})
