import { documentFormats } from '#files/web/upload-document.ts'
import { FileButton, Group, Stack, Text } from '@mantine/core'
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
import { useDeclineRenewal, useLicenses, useRemoveLicense, useSendFile, useSuspendLicense } from './hooks.ts'
import { LicenseDetails } from './license-details.tsx'
import { LicenseForm } from './license-form.tsx'
import { titleOf } from './license-words.ts'
import { VerifyForm } from './verify-form.tsx'

type Open = { license: License; act: 'change' | 'verify' } | 'new' | null

/** Licenses and registrations of a customer or, without a user of it, our own. */
export function LicensesPanel({ of }: { of?: string }) {
  const mayEdit = !useIsReadOnly()
  const [open, setOpen] = useState<Open>(null)
  const [suspending, setSuspending] = useState<License | null>(null)
  const [declining, setDeclining] = useState<License | null>(null)
  const [leaving, setLeaving] = useState<License | null>(null)
  const remove = useRemoveLicense(() => setLeaving(null))
  const close = () => setOpen(null)
  return (
    <Panel title={of ? 'Licenses and registrations' : 'Our licenses and registrations'}>
      <Stack>
        <Text c="dimmed" fz="md">
          Lines that need a license wait until it is verified. Verifying it releases them.
        </Text>
        <QueryStates query={useLicenses(of)} skeleton={<Skeleton height="6rem" />}>
          {(found) => (
            <ul
              className={styles.list}
              aria-label={of ? 'Licenses and registrations' : 'Our licenses and registrations'}
            >
              {found.map((license) => (
                <li key={license._id} className={styles.item}>
                  {open !== null && open !== 'new' && open.license._id === license._id ? (
                    open.act === 'verify' ? (
                      <VerifyForm license={license} close={close} />
                    ) : (
                      <LicenseForm of={of} license={license} close={close} />
                    )
                  ) : (
                    <>
                      <LicenseDetails license={license} />
                      {mayEdit && (
                        <Group component="span" gap={8}>
                          <Act word="Verify" of={license} onClick={() => setOpen({ license, act: 'verify' })} />
                          <Act word="Change" of={license} onClick={() => setOpen({ license, act: 'change' })} />
                          {license.status !== 'suspended' && (
                            <Act word="Suspend" of={license} onClick={() => setSuspending(license)} />
                          )}
                          <AttachButton license={license} />
                          {license.renewal && (
                            <Act word="Decline renewal" of={license} onClick={() => setDeclining(license)} />
                          )}
                          {!license.isFirst && <Act word="Remove" of={license} onClick={() => setLeaving(license)} />}
                        </Group>
                      )}
                    </>
                  )}
                </li>
              ))}
            </ul>
          )}
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
      {suspending && <SuspendDialog license={suspending} close={() => setSuspending(null)} />}
      {declining?.renewal && (
        <DeclineDialog renewal={declining.renewal} title={titleOf(declining)} close={() => setDeclining(null)} />
      )}
      <Confirm
        isOpen={leaving !== null}
        question={`Remove ${leaving ? titleOf(leaving) : ''}?`}
        answer="Remove"
        isDestructive
        isPending={remove.isPending}
        confirm={() => leaving && remove.mutate({ params: { id: leaving._id }, query: { __v: String(leaving.__v) } })}
        close={() => setLeaving(null)}
      >
        <p>New orders that need it will be on hold.</p>
      </Confirm>
    </Panel>
  )
}

function Act({ word, of, onClick }: { word: string; of: License; onClick: () => void }) {
  return (
    <ActButton size="compact-sm" variant="default" aria-label={`${word}: ${titleOf(of)}`} onClick={onClick}>
      {word}
    </ActButton>
  )
}

function AttachButton({ license }: { license: License }) {
  const { isPending, send } = useSendFile(license._id)
  return (
    <FileButton accept={documentFormats} onChange={(file) => file && void send(file)}>
      {(props) => (
        <ActButton
          {...props}
          size="compact-sm"
          variant="default"
          loading={isPending}
          aria-label={`Attach a file: ${titleOf(license)}`}
        >
          Attach a file
        </ActButton>
      )}
    </FileButton>
  )
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
