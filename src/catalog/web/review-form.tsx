import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import type { Review } from '../review-shapes.ts'
import { useReview } from './hooks.ts'
import { StarPicker } from './stars.tsx'
import { FormActions } from '#web/form/form-actions.tsx'
import { LimitedArea } from '#web/form/limited-text.tsx'

interface Props {
  productId: string
  own: Review | null
  close: () => void
}

export function ReviewForm({ productId, own, close }: Props) {
  const [rating, setRating] = useState(own?.rating ?? 0)
  const [comment, setComment] = useState(own?.comment ?? '')
  const [isTried, setIsTried] = useState(false)
  const save = useReview(close)
  return (
    <Stack
      component="form"
      maw="36rem"
      mt="md"
      onSubmit={(event) => {
        event.preventDefault()
        setIsTried(true)
        if (rating > 0) save.mutate({ params: { id: productId }, body: { rating, comment } })
      }}
    >
      <StarPicker rating={rating} change={setRating} error={isTried && rating === 0 ? 'Choose 1 to 5 stars.' : null} />
      <LimitedArea
        label="Comment"
        autosize
        minRows={3}
        maxRows={10}
        most={2_000}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      <FormActions cancel={close}>
        <Button type="submit" loading={save.isPending}>
          Save review
        </Button>
      </FormActions>
    </Stack>
  )
}
