import { Button, Group, Text } from '@mantine/core'
import { Scale } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { LimitedArea } from '#web/form/limited-text.tsx'
import { ActButton } from '#web/ui/act-button.tsx'
import { Block } from '#web/ui/block.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { businessDayWords } from '#web/ui/day.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageNumbers } from '#web/ui/page-numbers.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Status } from '#web/ui/status.tsx'
import { useAddress } from '#web/use-address.ts'
import { holdsPerPage, type LegalHold } from '../contract.ts'
import { LegalHoldForm } from './legal-hold-form.tsx'
import styles from './holds-panel.module.css'
import { useReleaseHold, useHolds } from './hooks.ts'
import { PageNumber } from '#shared/page-number.ts'

const Address = z.object({
  page: PageNumber,
  released: z._default(z.stringbool(), false),
})

/** Legal holds on customers, products and lots. */
export function HoldsPanel() {
  const [{ page, released }, change] = useAddress(Address)
  const [isAdding, setIsAdding] = useState(false)
  const [releasing, setReleasing] = useState<LegalHold | null>(null)
  return (
    <Block
      title="Legal holds"
      lead="The purge keeps the records of these customers, products and lots."
      controls={
        <Group gap={8}>
          <Button
            size="xs"
            variant={released ? 'light' : 'default'}
            aria-pressed={released}
            onClick={() => change({ released: !released, page: 1 }, { keepScroll: true })}
          >
            Released too
          </Button>
          <ActButton size="xs" onClick={() => setIsAdding(true)}>
            Set a legal hold
          </ActButton>
        </Group>
      }
    >
      <QueryStates query={useHolds(page, released)} skeleton={<Skeleton height="6rem" />}>
        {({ holds, count }) =>
          holds.length === 0 ? (
            <EmptyState icon={<Scale size={28} strokeWidth={1.5} />} title="No legal holds">
              Set one when a case or an investigation concerns a customer, a product or a lot.
            </EmptyState>
          ) : (
            <>
              <ul className={styles.list} aria-label="Legal holds">
                {holds.map((hold) => (
                  <li key={hold._id} className={styles.item}>
                    <Facts hold={hold} />
                    {!hold.releasedAt && (
                      <ActButton
                        size="compact-sm"
                        variant="default"
                        aria-label={`Release: ${titleOf(hold)}, ${hold.reference}`}
                        onClick={() => setReleasing(hold)}
                      >
                        Release
                      </ActButton>
                    )}
                  </li>
                ))}
              </ul>
              <PageNumbers
                page={page}
                pages={Math.ceil(count / holdsPerPage)}
                goTo={(to) => change({ page: to }, { keepScroll: true })}
              />
            </>
          )
        }
      </QueryStates>
      <Dialog isOpen={isAdding} title="Set a legal hold" close={() => setIsAdding(false)}>
        <LegalHoldForm close={() => setIsAdding(false)} />
      </Dialog>
      {releasing && <ReleaseDialog hold={releasing} close={() => setReleasing(null)} />}
    </Block>
  )
}

const subjectWords: Record<LegalHold['subject'], string> = { customer: 'Customer', product: 'Product', lot: 'Lot' }

const titleOf = ({ subject, name }: LegalHold): string => `${subjectWords[subject]} ${name}`

function Facts({ hold }: { hold: LegalHold }) {
  const { number, reference, reason, setAt, setBy, releasedAt, releasedBy, releaseReason } = hold
  return (
    <div className={styles.facts}>
      <Group component="p" gap="4px 8px" fw={620}>
        {titleOf(hold)}
        {number && <span className={styles.number}>{number}</span>}
        {releasedAt ? <Status tone="neutral">Released</Status> : <Status tone="notice">On hold</Status>}
      </Group>
      <p>
        {reference}: {reason}
      </p>
      <Text component="p" c="dimmed" fz="md">
        Set {businessDayWords(setAt)} by {setBy}
        {releasedAt && `. Released ${businessDayWords(releasedAt)} by ${releasedBy}: ${releaseReason}`}
      </Text>
    </div>
  )
}

function ReleaseDialog({ hold, close }: { hold: LegalHold; close: () => void }) {
  const [reason, setReason] = useState('')
  const release = useReleaseHold(close)
  return (
    <Confirm
      isOpen
      question={`Release the legal hold on ${hold.name}?`}
      answer="Release"
      isDestructive
      isPending={release.isPending}
      isBlocked={reason.trim() === ''}
      confirm={() => release.mutate({ params: { id: hold._id }, body: { reason } })}
      close={close}
    >
      <p>Its records that are due are deleted by the next purge, unless another hold keeps them.</p>
      <LimitedArea
        label="Reason"
        required
        most={1_000}
        autosize
        minRows={2}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Confirm>
  )
}
