import { Button, Group } from '@mantine/core'
import { portalSettings } from '#web/portal-settings.ts'
import { saveFile } from '#web/download.ts'
import { toastSuccess } from '#web/toast.ts'
import { ConfirmButton } from '#web/ui/confirm-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Panel } from '#web/ui/panel.tsx'
import styles from './factors.module.css'
import { useNewRecoveryCodes } from './hooks.ts'

/** The codes are shown only here. */
export function RecoveryCodesDialog({ codes, close }: { codes: readonly string[]; close: () => void }) {
  const text = codes.join('\n')
  const copy = () => void navigator.clipboard.writeText(text).then(() => toastSuccess('Copied'))
  return (
    <Dialog isOpen={codes.length > 0} title="Your recovery codes" close={close}>
      <div className={styles.setup}>
        <p>
          If you lose your passkey and authenticator app, each code signs you in once with your password. They are shown
          only now, so store them in a safe place.
        </p>
        <ul className={`${styles.codes} recovery-codes`}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Group gap={8}>
          <Button variant="default" data-autofocus onClick={copy}>
            Copy
          </Button>
          <Button
            variant="default"
            onClick={() =>
              saveFile(`${portalSettings.brand.name} recovery codes\n\n${text}\n`, 'text/plain', 'recovery-codes.txt')
            }
          >
            Download
          </Button>
          <Button variant="default" onClick={() => window.print()}>
            Print
          </Button>
          <Button onClick={close}>I saved my codes</Button>
        </Group>
      </div>
    </Dialog>
  )
}

export function RecoveryCodesPanel({ left, show }: { left: number; show: (codes: string[]) => void }) {
  const make = useNewRecoveryCodes()
  return (
    <Panel title="Recovery codes">
      <p className={styles.lead}>
        {left === 0 ? 'No codes left.' : `${left} of 10 left.`} Each signs you in once with your password if you lose
        your other factors.
      </p>
      <ConfirmButton
        isOwn
        label="Create new codes"
        question="Create new recovery codes?"
        isPending={make.isPending}
        confirm={(onSettled) => make.mutate({}, { onSuccess: ({ recoveryCodes }) => show(recoveryCodes), onSettled })}
      >
        <p>Your current codes will no longer work.</p>
      </ConfirmButton>
    </Panel>
  )
}
