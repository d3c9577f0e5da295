import { documentFormats } from '#files/web/upload-document.ts'
import { Button, FileInput, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { dayWords } from '#shared/day-words.ts'
import { businessToday } from '#web/business-day.ts'
import { DayField } from '#web/form/day-field.tsx'
import { FormActions } from '#web/form/form-actions.tsx'
import formStyles from '#web/form/form.module.css'
import { useUser } from '#web/session.ts'
import { dayIn } from '#web/ui/day.tsx'
import { Panel } from '#web/ui/panel.tsx'
import styles from '#web/ui/record-list.module.css'
import type { OwnLicense } from '../../licenses/license-shapes.ts'
import { useOwnLicenses, useSendFile } from './hooks.ts'
import { LicenseFactList } from './license-facts.tsx'
import { titleOf } from './license-words.ts'

/** The licenses of the buyer's business, with a form to send a renewal. Hidden until there is one. */
export function OwnLicensesPanel() {
  const { data = [] } = useOwnLicenses()
  const mayEdit = useUser()?.buyingRole !== 'viewer'
  const [open, setOpen] = useState<string | null>(null)
  if (data.length === 0) return null
  return (
    <Panel title="Licenses and registrations">
      <Stack>
        <Text c="dimmed" fz="md">
          Products that need a license ship once we have looked it up and until it expires.
        </Text>
        <ul className={styles.list} aria-label="Licenses and registrations">
          {data.map((license) => (
            <li key={license._id} className={styles.item}>
              <OwnDetails license={license} />
              {mayEdit && open !== license._id && license.renewal === null && (
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`Send the renewal: ${titleOf(license)}`}
                  onClick={() => setOpen(license._id)}
                >
                  Send the renewal
                </Button>
              )}
              {open === license._id && <RenewalForm license={license} close={() => setOpen(null)} />}
            </li>
          ))}
        </ul>
      </Stack>
    </Panel>
  )
}

function OwnDetails({ license }: { license: OwnLicense }) {
  const { location, authority, schedules, expiresOn, verifiedAt, verifiedAgainst, status, renewal, declinedWhy } =
    license
  return (
    <LicenseFactList
      license={license}
      facts={[
        location?.name,
        authority,
        schedules.length > 0 && `Schedules ${schedules.join(', ')}`,
        expiresOn ? `Valid until ${dayWords(expiresOn)}` : 'No expiration date on record',
        status === 'verified' && verifiedAt && `Looked up ${dayWords(dayIn(verifiedAt))}: ${verifiedAgainst}`,
        status === 'suspended' && 'Contact us before you order products that need it',
      ]}
      notes={[
        renewal &&
          `Renewal sent ${dayWords(dayIn(renewal.addedAt))}: valid until ${dayWords(renewal.renewedUntil)}. It counts once we have looked it up.`,
        declinedWhy && `We could not accept the last renewal: ${declinedWhy}`,
      ]}
    />
  )
}

interface RenewalProps {
  license: OwnLicense
  close: () => void
}

function RenewalForm({ license, close }: RenewalProps) {
  const { isPending, send } = useSendFile(license._id)
  const [file, setFile] = useState<File | null>(null)
  const [day, setDay] = useState('')
  const [isTried, setIsTried] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (file && day >= businessToday() && (await send(file, day))) close()
  }
  const dayError = day === '' ? 'Enter the new expiration date.' : 'The new expiration date is in the past.'
  return (
    <form
      className={formStyles.form}
      noValidate
      aria-label={`Renewal of ${titleOf(license)}`}
      onSubmit={(event) => void submit(event)}
    >
      <div className={formStyles.fields}>
        <FileInput
          label="Copy of the renewed license"
          description="PDF or picture, at most 5 MB."
          placeholder="Choose a file"
          required
          accept={documentFormats}
          value={file}
          error={isTried && !file ? 'Choose a file.' : undefined}
          onChange={setFile}
        />
        <DayField
          label="New expiration date"
          required
          value={day}
          error={isTried && day < businessToday() ? dayError : undefined}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
      </div>
      <FormActions cancel={close}>
        <Button type="submit" loading={isPending}>
          Send renewal
        </Button>
      </FormActions>
    </form>
  )
}
