import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import * as z from 'zod/mini'
import { dayWords } from '#shared/day-words.ts'
import { LimitedInput } from '#web/form/limited-text.tsx'
import { FormActions } from '#web/form/form-actions.tsx'
import formStyles from '#web/form/form.module.css'
import { TextField } from '#web/form/text-field.tsx'
import { useCheckedForm } from '#web/form/use-checked-form.ts'
import { useUser } from '#web/session.ts'
import { ActButton } from '#web/ui/act-button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Status, type Tone } from '#web/ui/status.tsx'
import { LicenseVerification } from '../../licenses/contract.ts'
import type { License } from '../../licenses/license-shapes.ts'
import { useLicenses, useRemoveLicense, useSuspendLicense, useVerifyLicense } from './hooks.ts'
import { kindWords, LicenseForm } from './license-form.tsx'
import styles from './licenses-panel.module.css'

type Open = { license: License; act: 'change' | 'verify' } | 'new' | null

/** Licenses and registrations of a customer or, without a user of it, our own. */
export function LicensesPanel({ of }: { of?: string }) {
  const mayEdit = !(useUser()?.isReadOnly ?? false)
  const [open, setOpen] = useState<Open>(null)
  const [suspending, setSuspending] = useState<License | null>(null)
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
                      <Facts license={license} />
                      {mayEdit && (
                        <Group component="span" gap={8}>
                          <Act word="Verify" of={license} onClick={() => setOpen({ license, act: 'verify' })} />
                          <Act word="Change" of={license} onClick={() => setOpen({ license, act: 'change' })} />
                          {license.status !== 'suspended' && (
                            <Act word="Suspend" of={license} onClick={() => setSuspending(license)} />
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

const titleOf = ({ kind, state, number }: License): string =>
  [kindWords[kind], number, state && `(${state})`].filter(Boolean).join(' ')

function Act({ word, of, onClick }: { word: string; of: License; onClick: () => void }) {
  return (
    <ActButton size="compact-sm" variant="default" aria-label={`${word}: ${titleOf(of)}`} onClick={onClick}>
      {word}
    </ActButton>
  )
}

const statuses: Record<License['status'], { word: string; tone: Tone }> = {
  unverified: { word: 'Not verified', tone: 'notice' },
  verified: { word: 'Verified', tone: 'good' },
  suspended: { word: 'Suspended', tone: 'bad' },
}

function Facts({ license }: { license: License }) {
  const { word, tone } = statuses[license.status]
  const { warehouse, authority, schedules, expiresOn, renewalFiledOn, verifiedAgainst, suspendedWhy } = license
  const said = [
    warehouse,
    authority,
    schedules.length > 0 && `Schedules ${schedules.join(', ')}`,
    expiresOn ? `Valid until ${dayWords(expiresOn)}` : 'No expiration date',
    renewalFiledOn && `Renewal filed ${dayWords(renewalFiledOn)}`,
    verifiedAgainst && `Looked up: ${verifiedAgainst}`,
    suspendedWhy,
  ].filter(Boolean)
  return (
    <div className={styles.facts}>
      <Group component="p" gap="4px 8px" fw={620}>
        {titleOf(license)} <Status tone={tone}>{word}</Status>
      </Group>
      <Text c="dimmed" fz="md">
        {said.join(' · ')}
      </Text>
      {license.needsProof && license.status !== 'verified' && (
        <Text fz="md" fw={550}>
          This DEA number fails its check digit. Verifying it needs proof that DEA issued it.
        </Text>
      )}
    </div>
  )
}

/** The version comes from the license, not from the form. */
const VerifyFields = z.omit(LicenseVerification, { __v: true })

function VerifyForm({ license, close }: { license: License; close: () => void }) {
  const verify = useVerifyLicense()
  const { form, onSubmit, showRefusal } = useCheckedForm({
    initialValues: { source: '', proof: '' },
    schema: VerifyFields,
  })
  const send = onSubmit((typed) =>
    verify.mutate(
      { params: { id: license._id }, body: { ...typed, __v: license.__v } },
      { onSuccess: close, onError: showRefusal },
    ),
  )
  return (
    <form className={formStyles.form} noValidate aria-label={`Verify ${titleOf(license)}`} onSubmit={send}>
      <TextField
        form={form}
        name="source"
        label="Source"
        description="The register where you looked it up."
        required
        autoComplete="off"
      />
      {license.needsProof && (
        <TextField form={form} name="proof" label="Proof that DEA issued the number" required autoComplete="off" />
      )}
      <FormActions cancel={close}>
        <Button type="submit" loading={verify.isPending}>
          Verify license
        </Button>
      </FormActions>
    </form>
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
