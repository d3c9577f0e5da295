import { Button } from '@mantine/core'
import { useState } from 'react'
import { LimitedArea } from '#web/form/limited-text.tsx'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import { useIsReadOnly } from '#web/read-only.ts'
import { MomentText } from '#web/ui/day.tsx'
import { Panel } from '#web/ui/panel.tsx'
import type { OrderReview, ReviewFlag } from '../../monitoring/review-shapes.ts'
import { useAnswer } from './hooks.ts'
import styles from './monitoring.module.css'
import { flagWords } from './rule-words.ts'

/** Each flag with the evidence that answers it. */
export function FlagsPanel({ review }: { review: OrderReview }) {
  return (
    <Panel title="Flags and evidence">
      <ul className={styles.list}>
        {review.flagList.map((flag) => (
          <li key={flag._id} className={styles.item}>
            <h3 className={styles.name}>
              {flagWords(flag.rule)}
              {flag.family && `: ${flag.family}`}
            </h3>
            <p>{flag.finding}</p>
            {flag.evidence && (
              <p className={styles.evidence}>
                {flag.evidence}
                <small>
                  {flag.evidenceBy}, {flag.evidenceAt && <MomentText at={flag.evidenceAt} />}
                </small>
              </p>
            )}
            {review.outcome === null && <Answer review={review} flag={flag} />}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Answer({ review, flag }: { review: OrderReview; flag: ReviewFlag }) {
  const [isOpen, setIsOpen] = useState(false)
  if (useIsReadOnly()) return null
  return isOpen ? (
    <EvidenceForm review={review} flag={flag} close={() => setIsOpen(false)} />
  ) : (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`${flag.evidence ? 'Change' : 'Add'} evidence for ${flagWords(flag.rule)} ${flag.family}`.trim()}
      onClick={() => setIsOpen(true)}
    >
      {flag.evidence ? 'Change evidence' : 'Add evidence'}
    </Button>
  )
}

function EvidenceForm({ review, flag, close }: { review: OrderReview; flag: ReviewFlag; close: () => void }) {
  const [evidence, setEvidence] = useState(flag.evidence)
  const [isEmpty, setIsEmpty] = useState(false)
  const answer = useAnswer()
  const unsaved = useUnsaved(() => evidence !== flag.evidence)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        setIsEmpty(evidence.trim() === '')
        if (evidence.trim() === '') return
        const params = { id: review._id, flag: flag._id }
        answer.mutate({ params, body: { evidence, __v: review.__v } }, { onSuccess: () => unsaved.saved(close) })
      }}
    >
      {unsaved.question}
      <LimitedArea
        label="Evidence"
        description="What explains this, and where it is on file. Add files below."
        value={evidence}
        most={4_000}
        autosize
        minRows={2}
        data-autofocus
        error={isEmpty && 'Enter the evidence.'}
        onChange={({ currentTarget }) => setEvidence(currentTarget.value)}
      />
      <div className={styles.actions}>
        <Button size="xs" variant="default" onClick={close}>
          Cancel
        </Button>
        <Button size="xs" type="submit" loading={answer.isPending}>
          Save evidence
        </Button>
      </div>
    </form>
  )
}
