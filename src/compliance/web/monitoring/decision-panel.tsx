import { Group } from '@mantine/core'
import { useState } from 'react'
import { LimitedArea } from '#web/form/limited-text.tsx'
import { useIsReadOnly } from '#web/read-only.ts'
import { ConfirmButton } from '#web/ui/confirm-button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import type { OrderReview } from '../../monitoring/review-shapes.ts'
import { useDispel, useReport } from './hooks.ts'
import styles from './monitoring.module.css'

/** The two outcomes: released by a second person, or reported and never shipped. */
export function DecisionPanel({ review }: { review: OrderReview }) {
  const { _id: id, __v, flagList } = review
  const [decision, setDecision] = useState('')
  const [dispel, report] = [useDispel(), useReport()]
  if (useIsReadOnly()) return null
  const isEmpty = decision.trim() === ''
  const unanswered = flagList.filter(({ evidence }) => evidence === '').length
  const send = (change: typeof dispel | typeof report, close: () => void) =>
    change.mutate({ params: { id }, body: { decision, __v } }, { onSettled: close })
  return (
    <Panel title="Decision">
      <p className={styles.note}>
        Release needs evidence for every flag and someone who wrote none of it. A reported order never ships and is
        never changed.
        {unanswered > 0 && ` Flags without evidence: ${unanswered}.`}
      </p>
      <LimitedArea
        label="Reason"
        value={decision}
        most={4_000}
        autosize
        minRows={2}
        onChange={({ currentTarget }) => setDecision(currentTarget.value)}
      />
      <Group gap="xs" mt="sm">
        <ConfirmButton
          label="Release order"
          question="Release this order?"
          isPending={dispel.isPending}
          isBlocked={isEmpty}
          confirm={(close) => send(dispel, close)}
        >
          <p>{isEmpty ? 'Enter the reason first.' : 'It goes to the ERP and ships.'}</p>
        </ConfirmButton>
        <ConfirmButton
          label="Report, do not ship"
          question="Report this order?"
          isDestructive
          isPending={report.isPending}
          isBlocked={isEmpty}
          confirm={(close) => send(report, close)}
        >
          <p>
            {isEmpty
              ? 'Enter the reason first.'
              : 'It never ships, and this can’t be undone. Send the report to DEA immediately.'}
          </p>
        </ConfirmButton>
      </Group>
    </Panel>
  )
}
