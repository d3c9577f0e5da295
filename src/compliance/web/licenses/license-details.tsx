import { Group, Text } from '@mantine/core'
import { dayWords } from '#shared/day-words.ts'
import { businessToday } from '#web/business-day.ts'
import { dayIn } from '#web/ui/day.tsx'
import styles from '#web/ui/record-list.module.css'
import { Status } from '#web/ui/status.tsx'
import type { License } from '../../licenses/license-shapes.ts'
import { FileLinks } from './file-links.tsx'
import { statusOn, titleOf } from './license-words.ts'

/** A license for the back office: status with its source, dates, files, and what is wrong with it. */
export function LicenseDetails({ license }: { license: License }) {
  const { words, tone } = statusOn(license, businessToday())
  const { warehouse, shipToId, location, authority, holder, schedules, expiresOn, renewalFiledOn, suspendedWhy } =
    license
  const { verifiedAt, verifiedAgainst, verifiedBy, files, renewal, differs, needsProof, status } = license
  const said = [
    warehouse,
    shipToId && location?.name,
    authority,
    holder,
    schedules.length > 0 && `Schedules ${schedules.join(', ')}`,
    expiresOn ? `Valid until ${dayWords(expiresOn)}` : 'No expiration date',
    renewalFiledOn && `Renewal filed ${dayWords(renewalFiledOn)}`,
    verifiedAt && `Looked up ${dayWords(dayIn(verifiedAt))} by ${verifiedBy}: ${verifiedAgainst}`,
    suspendedWhy,
  ].filter(Boolean)
  return (
    <div className={styles.facts}>
      <Group component="p" gap="4px 8px" fw={620}>
        {titleOf(license)} <Status tone={tone}>{words}</Status>
      </Group>
      <Text c="dimmed" fz="md">
        {said.join(' · ')}
      </Text>
      {needsProof && status !== 'verified' && (
        <Text fz="md" fw={550}>
          This DEA number fails its check digit. Verifying it needs proof that DEA issued it.
        </Text>
      )}
      {differs.length > 0 && (
        <Text fz="md" fw={550}>
          {`The ${differs.join(' and ')} differ from the ship-to address ${location?.name ?? ''}, ${location?.address ?? ''}.`}
        </Text>
      )}
      {renewal && (
        <Text fz="md" fw={550}>
          {`Renewal sent ${dayWords(dayIn(renewal.addedAt))}: valid until ${dayWords(renewal.renewedUntil)}. Look it up, then verify or decline it.`}
        </Text>
      )}
      <Group gap={4}>
        <FileLinks files={files} />
      </Group>
    </div>
  )
}
