import { Group, Text } from '@mantine/core'
import { Star } from 'lucide-react'
import text from '#web/ui/text.module.css'
import styles from './reviews.module.css'

const five = [1, 2, 3, 4, 5]

export function Stars({ rating }: { rating: number }) {
  return (
    <span className={styles.stars}>
      <span className={text.unseen}>{`${rating.toFixed(1).replace('.0', '')} of 5 stars`}</span>
      {five.map((star) => (
        <Star key={star} size={14} aria-hidden data-full={rating >= star - 0.25 || undefined} />
      ))}
    </span>
  )
}

interface PickerProps {
  rating: number
  change: (rating: number) => void
  error: string | null
}

/** Radio buttons shaped like stars, so arrow keys work. */
export function StarPicker({ rating, change, error }: PickerProps) {
  return (
    <fieldset className={styles.picker}>
      <legend>Rating</legend>
      <Group component="span" display="inline-flex" gap={0} wrap="nowrap">
        {five.map((star) => (
          <label key={star} className={styles.choice} title={`${star} of 5`}>
            <input
              type="radio"
              name="rating"
              value={star}
              checked={rating === star}
              aria-label={star === 1 ? '1 star' : `${star} stars`}
              onChange={() => change(star)}
            />
            <Star size={24} aria-hidden data-full={rating >= star || undefined} />
          </label>
        ))}
      </Group>
      {error && (
        <Text role="alert" span display="block" c="var(--mantine-color-error)" fz="sm">
          {error}
        </Text>
      )}
    </fieldset>
  )
}
