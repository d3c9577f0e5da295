import { Group, Text } from '@mantine/core'
import { businessToday } from '#web/business-day.ts'
import styles from '#web/ui/record-list.module.css'
import { Status } from '#web/ui/status.tsx'
import type { License } from '../../licenses/license-shapes.ts'
import { FileLinks } from './file-links.tsx'
import { statusOn, titleOf } from './license-words.ts'

type Named = Pick<License, 'kind' | 'state' | 'number' | 'status' | 'expiresOn' | 'renewalFiledOn'>

/** What a license is called, with its status today. */
export function LicenseTitle({ license }: { license: Named }) {
  const { words, tone } = statusOn(license, businessToday())
  return (
    <>
      {titleOf(license)} <Status tone={tone}>{words}</Status>
    </>
  )
}

interface Props {
  license: Named & Pick<License, 'files'>
  /** Shown elsewhere, such as on what opens the facts. */
  isUntitled?: boolean
  facts: readonly (string | false | null | undefined)[]
  /** What needs attention. */
  notes: readonly (string | false | null | undefined)[]
}

/** A license with its facts in one line, notes and files, for staff and for the customer. */
export function LicenseFactList({ license, isUntitled = false, facts, notes }: Props) {
  return (
    <div className={styles.facts}>
      {!isUntitled && (
        <Group component="p" gap="4px 8px" fw={620}>
          <LicenseTitle license={license} />
        </Group>
      )}
      <Text c="dimmed" fz="md">
        {facts.filter(Boolean).join(' · ')}
      </Text>
      {notes.map(
        (note) =>
          note && (
            <Text key={note} fz="md" fw={550}>
              {note}
            </Text>
          ),
      )}
      <Group gap={4}>
        <FileLinks files={license.files} />
      </Group>
    </div>
  )
}
