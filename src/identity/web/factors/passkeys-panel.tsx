import { Box, Button, Group, Stack } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { nameBrowser } from '#shared/name-browser.ts'
import { FormActions } from '#web/form/form-actions.tsx'
import { ConfirmButton } from '#web/ui/confirm-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { LimitedInput } from '#web/form/limited-text.tsx'
import type { Factors } from '../../factors/factor-shapes.ts'
import styles from './factors.module.css'
import { useAddPasskey, useRemovePasskey, useRenamePasskey, useTrustPasskey } from './hooks.ts'
import { usedWhen } from './used-when.ts'
import { canUsePasskeys } from './use-passkey.ts'

type Passkey = Factors['passkeys'][number]

interface Props {
  passkeys: readonly Passkey[]
  show: (recoveryCodes: string[]) => void
}

export function PasskeysPanel({ passkeys, show }: Props) {
  const [isAdding, setIsAdding] = useState(false)
  const [renamed, setRenamed] = useState<Passkey | null>(null)
  const trust = useTrustPasskey()
  return (
    <Panel title="Passkeys">
      <p className={styles.lead}>
        Sign in with your fingerprint, face, device PIN or a security key instead of a password and code.
      </p>
      {passkeys.length > 0 && (
        <Box component="ul" mb="md">
          {passkeys.map((passkey) => (
            <li key={passkey._id} className={styles.item}>
              <Stack component="span" gap={0} flex="1 1 12rem" miw={0}>
                <span className={styles.name}>{passkey.name}</span>
                <span className={styles.facts}>{usedWhen(passkey)}</span>
                {passkey.needsPassword && (
                  <span className={styles.facts}>
                    Your password was reset, so this passkey works only after your password. Confirm it if it is yours,
                    or remove it.
                  </span>
                )}
              </Stack>
              <Group component="span" gap={8}>
                {passkey.needsPassword && (
                  <Button
                    size="compact-sm"
                    loading={trust.isPending}
                    aria-label={`Confirm that ${passkey.name} is mine`}
                    onClick={() => trust.mutate({ params: { id: passkey._id } })}
                  >
                    This is mine
                  </Button>
                )}
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`Rename ${passkey.name}`}
                  onClick={() => setRenamed(passkey)}
                >
                  Rename
                </Button>
                <RemoveButton passkey={passkey} />
              </Group>
            </li>
          ))}
        </Box>
      )}
      {canUsePasskeys() ? (
        <Button variant="default" onClick={() => setIsAdding(true)}>
          Add a passkey
        </Button>
      ) : (
        <p className={styles.facts}>
          Passkeys are not available here: they require https and a host name, not an IP address.
        </p>
      )}
      {isAdding && <AddDialog close={() => setIsAdding(false)} show={show} />}
      {renamed && <RenameDialog passkey={renamed} close={() => setRenamed(null)} />}
    </Panel>
  )
}

function AddDialog({ close, show }: Pick<Props, 'show'> & { close: () => void }) {
  const add = useAddPasskey()
  return (
    <NameDialog
      title="Add a passkey"
      name={nameBrowser(navigator.userAgent)}
      lead="Choose a name you will recognize. Your browser guides you through the rest."
      answer="Continue"
      isPending={add.isPending}
      error={add.error?.message}
      take={(name) =>
        add.mutate(name, {
          onSuccess: ({ recoveryCodes }) => {
            close()
            show(recoveryCodes)
          },
        })
      }
      close={close}
    />
  )
}

function RenameDialog({ passkey, close }: { passkey: Passkey; close: () => void }) {
  const rename = useRenamePasskey()
  return (
    <NameDialog
      title="Rename this passkey"
      name={passkey.name}
      answer="Rename"
      isPending={rename.isPending}
      error={rename.error?.message}
      take={(name) => rename.mutate({ params: { id: passkey._id }, body: { name } }, { onSuccess: close })}
      close={close}
    />
  )
}

interface NameProps {
  title: string
  name: string
  lead?: string
  answer: string
  isPending: boolean
  error: string | undefined
  take: (name: string) => void
  close: () => void
}

function NameDialog({ title, name, lead, answer, isPending, error, take, close }: NameProps) {
  const [typed, setTyped] = useState(name)
  const [isEmpty, setIsEmpty] = useState(false)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setIsEmpty(!typed.trim())
    if (typed.trim()) take(typed)
  }
  return (
    <Dialog isOpen title={title} close={close}>
      <form className={styles.setup} noValidate onSubmit={submit}>
        {lead && <p>{lead}</p>}
        <LimitedInput
          label="Name"
          required
          most={60}
          data-autofocus
          value={typed}
          error={isEmpty ? 'Name is required.' : error}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <FormActions isOwn cancel={close}>
          <Button type="submit" loading={isPending}>
            {answer}
          </Button>
        </FormActions>
      </form>
    </Dialog>
  )
}

function RemoveButton({ passkey }: { passkey: Passkey }) {
  const remove = useRemovePasskey()
  return (
    <ConfirmButton
      isOwn
      label="Remove"
      button={{ size: 'compact-sm', 'aria-label': `Remove ${passkey.name}` }}
      question="Remove this passkey?"
      isDestructive
      isPending={remove.isPending}
      confirm={(onSettled) => remove.mutate({ params: { id: passkey._id } }, { onSettled })}
    >
      <p>
        {passkey.name} will no longer work, and you’ll be signed out everywhere else. Your device may still offer it
        until you delete it there.
      </p>
    </ConfirmButton>
  )
}
