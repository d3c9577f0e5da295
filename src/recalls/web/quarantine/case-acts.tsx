import { useState } from 'react'
import { LimitedArea, LimitedInput } from '#web/form/limited-text.tsx'
import { ConfirmButton } from '#web/ui/confirm-button.tsx'
import type { CaseDetail } from '../../quarantine/case-shapes.ts'
import { useConclude, useEndCase } from './hooks.ts'

/** What can be done next with a case. */
export function CaseActs({ suspect }: { suspect: CaseDetail }) {
  if (suspect.state === 'open')
    return (
      <>
        <Conclude suspect={suspect} outcome="cleared" />
        <Conclude suspect={suspect} outcome="illegitimate" />
      </>
    )
  return suspect.state === 'illegitimate' ? <End suspect={suspect} /> : null
}

const words = {
  cleared: {
    label: 'Clear product',
    question: 'Clear this product?',
    text: 'Its holds end: the product is sold again, and orders go on unless something else holds them.',
  },
  illegitimate: {
    label: 'Mark illegitimate',
    question: 'Mark this product as illegitimate?',
    text: 'Everyone who may have received it is notified by email now. FDA needs Form 3911 within 24 hours. The product stays on hold.',
  },
}

function Conclude({ suspect, outcome }: { suspect: CaseDetail; outcome: keyof typeof words }) {
  const [conclusion, setConclusion] = useState('')
  const [sample, setSample] = useState(suspect.sample)
  const conclude = useConclude(() => {})
  const { label, question, text } = words[outcome]
  return (
    <ConfirmButton
      label={label}
      button={{ size: 'xs' }}
      question={question}
      isDestructive={outcome === 'illegitimate'}
      isPending={conclude.isPending}
      isBlocked={conclusion.trim() === ''}
      confirm={(onSuccess) =>
        conclude.mutate(
          { params: { id: suspect._id }, body: { __v: suspect.__v, outcome, conclusion, sample } },
          { onSuccess },
        )
      }
    >
      <p>{text}</p>
      <LimitedArea
        label="Conclusion"
        required
        most={2_000}
        autosize
        minRows={2}
        value={conclusion}
        onChange={({ currentTarget }) => setConclusion(currentTarget.value)}
      />
      {outcome === 'illegitimate' && (
        <LimitedInput
          label="Sample retained"
          description="Where it is."
          most={300}
          value={sample}
          onChange={({ currentTarget }) => setSample(currentTarget.value)}
        />
      )}
    </ConfirmButton>
  )
}

function End({ suspect: { _id: id, __v } }: { suspect: CaseDetail }) {
  const [fdaReference, setFdaReference] = useState('')
  const end = useEndCase(() => {})
  return (
    <ConfirmButton
      label="End notice"
      button={{ size: 'xs' }}
      question="End the notice of this product?"
      isPending={end.isPending}
      isBlocked={fdaReference.trim() === ''}
      confirm={(onSuccess) => end.mutate({ params: { id }, body: { __v, fdaReference } }, { onSuccess })}
    >
      <p>Only in agreement with FDA. The same recipients are notified, and the product is sold again.</p>
      <LimitedInput
        label="FDA incident number"
        required
        most={100}
        value={fdaReference}
        onChange={({ currentTarget }) => setFdaReference(currentTarget.value)}
      />
    </ConfirmButton>
  )
}
