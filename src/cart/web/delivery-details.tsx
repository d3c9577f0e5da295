import { NativeSelect } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { maxAttentionLength, maxNoteLength, type WrittenDetails } from '../detail-shapes.ts'
import { weekdayWords } from '#shared/day-words.ts'
import { LimitedArea, LimitedInput } from '#web/form/limited-text.tsx'
import { useBlockSubmit } from '#web/ui/block-submit.ts'
import styles from './delivery-details.module.css'

interface Props {
  value: WrittenDetails
  /** The days with deliveries; undefined until known. */
  days: readonly string[] | undefined
  change: (patch: Partial<WrittenDetails>) => void
}

/** Optional details of an order; closed on phones while there are none. */
export function DeliveryDetails({ value, days, change }: Props) {
  const isNarrow = useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false }) ?? false
  const { note, attention, requestedDay } = value
  const isEmpty = !note && !attention && requestedDay === null
  const [isOpen, setIsOpen] = useState(!isNarrow || !isEmpty)
  return (
    <details className={styles.details} open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>
        Delivery details
        <span className={styles.summary}>Optional</span>
      </summary>
      <div className={styles.fields}>
        <RequestedDay day={requestedDay} days={days} choose={(day) => change({ requestedDay: day })} />
        <LimitedInput
          label="Attention"
          description="Person or dock for the parcel’s address."
          className={styles.field}
          size="md"
          autoComplete="off"
          value={attention}
          most={maxAttentionLength}
          onChange={(event) => change({ attention: event.currentTarget.value })}
        />
        <LimitedArea
          label="Note to the wholesaler"
          size="md"
          autosize
          minRows={2}
          maxRows={8}
          value={note}
          most={maxNoteLength}
          onChange={(event) => change({ note: event.currentTarget.value })}
        />
      </div>
    </details>
  )
}

interface DayProps {
  day: string | null
  days: Props['days']
  choose: (day: string | null) => void
}

function RequestedDay({ day, days, choose }: DayProps) {
  const isGone = day !== null && days !== undefined && !days.includes(day)
  const shown = day !== null && !days?.includes(day) ? [day, ...(days ?? [])] : (days ?? [])
  return (
    <NativeSelect
      {...useBlockSubmit(isGone)}
      label="Delivery day"
      className={styles.field}
      size="md"
      value={day ?? ''}
      error={isGone && 'We don’t deliver on this day. Choose another day.'}
      data={[
        { value: '', label: 'As soon as possible' },
        ...shown.map((one) => ({ value: one, label: weekdayWords(one) })),
      ]}
      onChange={(event) => choose(event.currentTarget.value || null)}
    />
  )
}
