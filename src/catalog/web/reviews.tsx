import { Button, Group, Stack, Text } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useUser } from '#web/session.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import type { Review } from '../review-shapes.ts'
import { useRemoveReview, useReviews } from './hooks.ts'
import { PageNumbers } from '#web/ui/page-numbers.tsx'
import { Day } from '#web/ui/day.tsx'
import styles from './reviews.module.css'
import { Stars } from './stars.tsx'

const ReviewForm = lazyPart(() => import('./review-form.tsx').then((module) => module.ReviewForm))

export function Reviews({ productId }: { productId: string }) {
  const user = useUser()
  const [page, setPage] = useState(1)
  const [isEditing, setIsEditing] = useState(false)
  const reviews = useReviews(productId, page)
  return (
    <section className={styles.reviews} aria-labelledby="reviews">
      <Text id="reviews" component="h2" mb="sm" fz="lg" fw={620}>
        Reviews
      </Text>
      <QueryStates query={reviews}>
        {({ reviews: shown, own, numReviews, rating, pages }) => (
          <>
            <Group gap="8px 16px">
              {numReviews > 0 && (
                <p className={styles.sum}>
                  <Stars rating={rating} /> {rating.toFixed(1)} of 5, {numReviews}{' '}
                  {numReviews === 1 ? 'review' : 'reviews'}
                </p>
              )}
              {numReviews === 0 && <p className={styles.note}>No reviews yet.</p>}
              {!user && (
                <ButtonLink size="xs" variant="default" to="/signin">
                  Sign in to write a review
                </ButtonLink>
              )}
              {user && !user.isAdmin && !isEditing && (
                <Button size="xs" variant="default" onClick={() => setIsEditing(true)}>
                  {own ? 'Edit your review' : 'Write a review'}
                </Button>
              )}
            </Group>
            {isEditing && (
              <Suspense>
                <ReviewForm productId={productId} own={own} close={() => setIsEditing(false)} />
              </Suspense>
            )}
            <Stack component="ul" my="md">
              {shown.map((review) => (
                <ReviewItem
                  key={review._id}
                  review={review}
                  productId={productId}
                  mayRemove={review.isOwn || user?.isAdmin === true}
                />
              ))}
            </Stack>
            <PageNumbers page={page} pages={pages} goTo={setPage} />
          </>
        )}
      </QueryStates>
    </section>
  )
}

function ReviewItem({ review, productId, mayRemove }: { review: Review; productId: string; mayRemove: boolean }) {
  const [isAsking, setIsAsking] = useState(false)
  const remove = useRemoveReview(() => setIsAsking(false))
  return (
    <li className={styles.review}>
      <p className={styles.by}>
        <Stars rating={review.rating} />
        <strong>{review.isOwn ? 'You' : review.name}</strong>
        <Day at={review.updatedAt} />
        {mayRemove && (
          <Button size="compact-xs" variant="subtle" color="red" onClick={() => setIsAsking(true)}>
            Remove
          </Button>
        )}
      </p>
      {review.comment && <p className={styles.comment}>{review.comment}</p>}
      <Confirm
        isOpen={isAsking}
        question="Are you sure to delete?"
        answer="Delete"
        isDestructive
        isPending={remove.isPending}
        confirm={() => remove.mutate({ params: { id: productId, reviewId: review._id } })}
        close={() => setIsAsking(false)}
      />
    </li>
  )
}
