import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { LimitedInput } from '#web/form/limited-text.tsx'
import { useIsReadOnly } from '#web/read-only.ts'
import { ActButton } from '#web/ui/act-button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from '#web/ui/record-list.module.css'
import type { License } from '../../licenses/license-shapes.ts'
import { useDeclineRenewal, useLicenses, useRemoveLicense, useSuspendLicense } from './hooks.ts'
import { LicenseForm } from './license-form.tsx'
import { FoldedLicense, type LicenseAct, LicenseItem } from './license-item.tsx'
import { titleOf } from './license-words.ts'
import own from './own-licenses.module.css'
import { VerifyForm } from './verify-form.tsx'

type Open = { license: License; act: LicenseAct } | 'new' | null

/** Licenses and registrations of a customer or, without a user of it, our own by warehouse. */
export function LicensesPanel({ of }: { of?: string }) {
  const mayEdit = !useIsReadOnly()
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const remove = useRemoveLicense(close)
  const title = of ? 'Licenses and registrations' : 'Our licenses and registrations'
  const about = (act: LicenseAct): License | null =>
    open !== null && open !== 'new' && open.act === act ? open.license : null
  const [suspending, declining, leaving] = [about('suspend'), about('decline'), about('remove')]
  const rowOf = (license: License) => {
    if (about('verify')?._id === license._id) return <VerifyForm license={license} close={close} />
    if (about('change')?._id === license._id) return <LicenseForm of={of} license={license} close={close} />
    const act = (chosen: LicenseAct) => setOpen({ license, act: chosen })
    return of ? <LicenseItem license={license} act={act} /> : <FoldedLicense license={license} act={act} />
  }
  return (
    <Panel title={title}>
      <Stack>
        <Text c="dimmed" fz="md">
          Lines that need a license wait until it is verified. Verifying it releases them.
        </Text>
        <QueryStates query={useLicenses(of)} skeleton={<Skeleton height="6rem" />}>
          {(found) =>
            groupsOf(found, of === undefined).map(([warehouse, among]) => (
              <div key={warehouse}>
                {!of && <h3 className={own.warehouse}>{warehouse || 'All warehouses'}</h3>}
                <ul className={styles.list} aria-label={[title, warehouse].filter(Boolean).join(', ')}>
                  {among.map((license) => (
                    <li key={license._id} className={of ? styles.item : own.line}>
                      {rowOf(license)}
                    </li>
                  ))}
                </ul>
              </div>
            ))
          }
        </QueryStates>
        {open === 'new' && <LicenseForm of={of} close={close} />}
        {open === null && mayEdit && (
          <div>
            <ActButton variant="default" onClick={() => setOpen('new')}>
              Add a license
            </ActButton>
          </div>
        )}
      </Stack>
      {suspending && <SuspendDialog license={suspending} close={close} />}
      {declining?.renewal && <DeclineDialog renewal={declining.renewal} title={titleOf(declining)} close={close} />}
      <Confirm
        isOpen={leaving !== null}
        question={`Remove ${leaving ? titleOf(leaving) : ''}?`}
        answer="Remove"
        isDestructive
        isPending={remove.isPending}
        confirm={() => leaving && remove.mutate({ params: { id: leaving._id }, query: { __v: String(leaving.__v) } })}
        close={close}
      >
        <p>New orders that need it will be on hold.</p>
      </Confirm>
    </Panel>
  )
}

/** Licenses of no warehouse first; a customer has no warehouses. */
const groupsOf = (found: readonly License[], isOwn: boolean): [warehouse: string, licenses: License[]][] => {
  if (!isOwn) return [['', [...found]]]
  const byState = found.toSorted((a, b) => a.state.localeCompare(b.state))
  return [...Map.groupBy(byState, ({ warehouse }) => warehouse)].toSorted(([a], [b]) => a.localeCompare(b))
}

function SuspendDialog({ license, close }: { license: License; close: () => void }) {
  const [why, setWhy] = useState('')
  const suspend = useSuspendLicense(close)
  return (
    <Confirm
      isOpen
      question={`Suspend ${titleOf(license)}?`}
      answer="Suspend"
      isDestructive
      isPending={suspend.isPending}
      isBlocked={why.trim() === ''}
      confirm={() => suspend.mutate({ params: { id: license._id }, body: { why, __v: license.__v } })}
      close={close}
    >
      <p>Products that need it are refused until it is verified again.</p>
      <LimitedInput
        label="Reason"
        required
        most={300}
        value={why}
        onChange={(event) => setWhy(event.currentTarget.value)}
      />
    </Confirm>
  )
}

interface DeclineProps {
  renewal: NonNullable<License['renewal']>
  title: string
  close: () => void
}

function DeclineDialog({ renewal, title, close }: DeclineProps) {
  const [why, setWhy] = useState('')
  const decline = useDeclineRenewal(close)
  return (
    <Confirm
      isOpen
      question={`Decline the renewal of ${title}?`}
      answer="Decline"
      isDestructive
      isPending={decline.isPending}
      isBlocked={why.trim() === ''}
      confirm={() => decline.mutate({ params: { id: renewal._id }, body: { why } })}
      close={close}
    >
      <p>We email the reason to the sender.</p>
      <LimitedInput
        label="Reason"
        required
        most={300}
        value={why}
        onChange={(event) => setWhy(event.currentTarget.value)}
      />
    </Confirm>
  )
}
