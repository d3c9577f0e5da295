import { Button, PasswordInput, Text } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { FormActions } from '#web/form/form-actions.tsx'
import { useChange } from '#web/api.ts'
import styles from '#web/form/form.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { accounts } from '../contract.ts'
import { useConfirmByPasskey, useFactors } from './factors/hooks.ts'
import { canUsePasskeys } from './factors/use-passkey.ts'

/** Asks for the user's password, then continues the action that required it. */
export function PasswordDialog({ answer }: { answer: (isGiven: boolean) => void }) {
  const [password, setPassword] = useState('')
  const confirm = useChange(accounts.confirmPassword, {
    quiet: () => true,
    success: null,
    onSuccess: () => answer(true),
  })

  const passkey = useConfirmByPasskey(() => answer(true))
  const { data: factors } = useFactors()
  const hasPasskey = canUsePasskeys() && (factors?.passkeys.length ?? 0) > 0

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    // Submit events bubble through portals: do not submit the form behind this one.
    event.stopPropagation()
    confirm.mutate({ body: { password } })
  }

  return (
    <Dialog isOpen title="Please enter your password again" close={() => answer(false)}>
      <form onSubmit={submit}>
        <div className={styles.stack}>
          <p>This change requires your password. We ask for it at most once every 15 minutes.</p>
          <PasswordInput
            data-secret
            label="Password"
            autoComplete="current-password"
            required
            data-autofocus
            value={password}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
            error={confirm.error?.message}
          />
          {passkey.error && (
            <Text mt={8} c="var(--mantine-color-error)" fz="sm" role="alert">
              {passkey.error.message}
            </Text>
          )}
          <FormActions
            isOwn
            cancel={() => answer(false)}
            beside={
              hasPasskey && (
                <Button variant="default" loading={passkey.isPending} onClick={() => passkey.mutate()}>
                  Use a passkey instead
                </Button>
              )
            }
          >
            <Button type="submit" loading={confirm.isPending}>
              Continue
            </Button>
          </FormActions>
        </div>
      </form>
    </Dialog>
  )
}
