import { Button, Group, TextInput } from '@mantine/core'
import { type SubmitEvent, Suspense, useState } from 'react'
import { FormActions } from '#web/form/form-actions.tsx'
import { ConfirmButton } from '#web/ui/confirm-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import type { Factors, NewApp } from '../../factors/factor-shapes.ts'
import styles from './factors.module.css'
import { useAddApp, useNewApp, useRemoveApp } from './hooks.ts'
import { usedWhen } from './used-when.ts'

const QrCode = lazyPart(() => import('./qr-code.tsx').then((module) => module.QrCode))

interface Props {
  app: Factors['app']
  show: (recoveryCodes: string[]) => void
}

export function AppPanel({ app, show }: Props) {
  const start = useNewApp()
  const [fresh, setFresh] = useState<NewApp | null>(null)
  const remove = useRemoveApp()
  return (
    <Panel title="Authenticator app">
      <p className={styles.lead}>
        {app
          ? `${usedWhen(app)}. Enter its six digits after your password.`
          : 'Enter six digits from an app on your phone after your password. Any authenticator app works.'}
      </p>
      <Group gap={8}>
        <Button variant="default" loading={start.isPending} onClick={() => start.mutate({}, { onSuccess: setFresh })}>
          {app ? 'Set up on another device' : 'Set up an authenticator app'}
        </Button>
        {app && (
          <ConfirmButton
            isOwn
            label="Remove app"
            question="Remove the authenticator app?"
            answer="Remove"
            isDestructive
            isPending={remove.isPending}
            confirm={(onSettled) => remove.mutate({}, { onSettled })}
          >
            <p>Its codes will no longer work, and you’ll be signed out everywhere else.</p>
          </ConfirmButton>
        )}
      </Group>
      {fresh && <SetUpDialog app={fresh} close={() => setFresh(null)} show={show} />}
    </Panel>
  )
}

/** Groups of four, which are easier to copy by hand. */
const spaced = (key: string): string => key.replaceAll(/(.{4})(?=.)/g, '$1 ')

function SetUpDialog({ app, close, show }: Pick<Props, 'show'> & { app: NewApp; close: () => void }) {
  const add = useAddApp()
  const [code, setCode] = useState('')

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    add.mutate(
      { body: { code } },
      {
        onSuccess: ({ recoveryCodes }) => {
          close()
          show(recoveryCodes)
        },
      },
    )
  }

  return (
    <Dialog isOpen title="Set up an authenticator app" close={close}>
      <form className={styles.setup} noValidate onSubmit={submit}>
        <p>Scan this code with the app:</p>
        <Suspense fallback={<Skeleton height="13rem" />}>
          <QrCode text={app.address} />
        </Suspense>
        <div>
          <p className={styles.facts}>Or enter this key in the app:</p>
          <code className={styles.key}>{spaced(app.key)}</code>
        </div>
        <TextInput
          label="Code from the app"
          required
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          error={add.error?.message}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
        <FormActions isOwn cancel={close}>
          <Button type="submit" loading={add.isPending}>
            Finish
          </Button>
        </FormActions>
      </form>
    </Dialog>
  )
}
