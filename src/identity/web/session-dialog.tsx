import { Button, PasswordInput, Text, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import * as z from 'zod/mini'
import { FormActions } from '#web/form/form-actions.tsx'
import styles from '#web/form/form.module.css'
import { useUser } from '#web/session.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { StepDue } from '../factors/factor-shapes.ts'
import { usePasskeySignIn } from './factors/hooks.ts'
import { StepForm } from './factors/step-form.tsx'
import { canUsePasskeys } from './factors/use-passkey.ts'
import { useSignInAgain } from './hooks.ts'

/** Lets a user whose session ended sign in above the page, then continues their action. */
export function SessionDialog({ answer }: { answer: (isGiven: boolean) => void }) {
  const email = useUser()?.email ?? ''
  const [step, setStep] = useState<StepDue | null>(null)
  const leave = () => answer(false)
  return (
    <Dialog isOpen title={step ? 'Confirm it is you' : 'Your session has ended'} close={leave}>
      {step ? (
        <StepForm step={step} startOver={() => setStep(null)} />
      ) : (
        <PasswordForm email={email} leave={leave} next={setStep} />
      )}
    </Dialog>
  )
}

interface Props {
  email: string
  leave: () => void
  /** Called when a second factor is due. */
  next: (step: StepDue) => void
}

function PasswordForm({ email, leave, next }: Props) {
  const [password, setPassword] = useState('')
  const { mutate, isPending, error } = useSignInAgain()
  const passkey = usePasskeySignIn()

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    // Submit events bubble through portals: do not submit the form behind this one.
    event.stopPropagation()
    mutate(
      { body: { email, password, isActive: true } },
      {
        onError: ({ details }) => {
          const due = z.safeParse(StepDue, details)
          if (due.success) next(due.data)
        },
      },
    )
  }

  return (
    <form noValidate onSubmit={submit}>
      <div className={styles.stack}>
        <p>You have been signed out. Sign in again to continue. Your entries are still here.</p>
        <TextInput label="Email" type="email" name="email" autoComplete="username" readOnly value={email} />
        <PasswordInput
          data-secret
          label="Password"
          name="password"
          autoComplete="current-password"
          data-autofocus
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          error={error?.message}
          visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
        />
        {passkey.error && (
          <Text mt={8} c="var(--mantine-color-error)" fz="sm" role="alert">
            {passkey.error.message}
          </Text>
        )}
        <FormActions
          isOwn
          cancel={leave}
          cancelLabel="Leave this page"
          beside={
            canUsePasskeys() && (
              <Button variant="default" loading={passkey.isPending} onClick={() => passkey.mutate({})}>
                Sign in with a passkey
              </Button>
            )
          }
        >
          <Button type="submit" loading={isPending}>
            Sign In
          </Button>
        </FormActions>
      </div>
    </form>
  )
}
