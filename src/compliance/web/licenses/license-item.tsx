import { documentFormats } from '#files/web/upload-document.ts'
import { FileButton, Group } from '@mantine/core'
import { useState } from 'react'
import { dayWords } from '#shared/day-words.ts'
import { useIsReadOnly } from '#web/read-only.ts'
import { ActButton } from '#web/ui/act-button.tsx'
import styles from '#web/ui/record-list.module.css'
import type { License } from '../../licenses/license-shapes.ts'
import { useSendFile } from './hooks.ts'
import { LicenseDetails } from './license-details.tsx'
import { LicenseTitle } from './license-facts.tsx'
import { titleOf } from './license-words.ts'
import own from './own-licenses.module.css'

export type LicenseAct = 'change' | 'verify' | 'suspend' | 'decline' | 'remove'

interface Props {
  license: License
  act: (act: LicenseAct) => void
}

/** A license with its buttons. */
export function LicenseItem({ license, act, isUntitled = false }: Props & { isUntitled?: boolean }) {
  const mayEdit = !useIsReadOnly()
  return (
    <>
      <LicenseDetails license={license} isUntitled={isUntitled} />
      {mayEdit && (
        <Group component="span" gap={8}>
          <Act word="Verify" of={license} onClick={() => act('verify')} />
          <Act word="Change" of={license} onClick={() => act('change')} />
          {license.status !== 'suspended' && <Act word="Suspend" of={license} onClick={() => act('suspend')} />}
          <AttachButton license={license} />
          {license.renewal && <Act word="Decline renewal" of={license} onClick={() => act('decline')} />}
          {!license.isFirst && <Act word="Remove" of={license} onClick={() => act('remove')} />}
        </Group>
      )}
    </>
  )
}

/** The same in one line until it is opened: of our own there is one for each State. */
export function FoldedLicense({ license, act }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className={own.fold} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>
        <span className={own.title}>
          <LicenseTitle license={license} />
        </span>
        {license.expiresOn && <span className={own.until}>{`until ${dayWords(license.expiresOn)}`}</span>}
      </summary>
      {isOpen && (
        <div className={styles.item}>
          <LicenseItem license={license} act={act} isUntitled />
        </div>
      )}
    </details>
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
