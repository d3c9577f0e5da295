import { Button, Stack, Text, TextInput } from '@mantine/core'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import forms from '#web/form/form.module.css'
import type { StepDue } from '../../factors/factor-shapes.ts'
import pageStyles from '../sign-in-page.module.css'
import styles from './factors.module.css'
import { usePasskeySignIn, useSecondStep } from './hooks.ts'
import { canUsePasskeys } from './use-passkey.ts'

export interface StepProps {
  step: StepDue
  startOver: () => void
}

type Way = 'passkey' | 'app' | 'recoveryCode'

/** Offers the user's second factors after the right password. */
export function StepForm({ step, startOver }: StepProps) {
  const ways: Record<Way, boolean> = { ...step, passkey: step.passkey && canUsePasskeys() }
  const open = (['passkey', 'app', 'recoveryCode'] as const).filter((way) => ways[way])
  const [way, setWay] = useState<Way | undefined>(open[0])
  return (
    <>
      {way === 'passkey' && <PasskeyWay step={step} />}
      {(way === 'app' || way === 'recoveryCode') && <CodeWay key={way} way={way} step={step} />}
      {!way && (
        <p>
          Your passkey does not work in this browser or at this address. Use the browser where you set it up, or ask an
          administrator.
        </p>
      )}
      <div className={pageStyles.links}>
        {open
          .filter((other) => other !== way)
          .map((other) => (
            <Button
              key={other}
              className={styles.other}
              variant="subtle"
              size="compact-sm"
              onClick={() => setWay(other)}
            >
              {words[other]}
            </Button>
          ))}
        <Button className={styles.other} variant="subtle" size="compact-sm" onClick={startOver}>
          Start over
        </Button>
      </div>
    </>
  )
}

const words: Record<Way, string> = {
  passkey: 'Use your passkey',
  app: 'Use your authenticator app',
  recoveryCode: 'Use a recovery code',
}

function PasskeyWay({ step: { key } }: Pick<StepProps, 'step'>) {
  const { mutate, isPending, isSuccess, error } = usePasskeySignIn()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <Stack>
      <Button size="md" fullWidth ref={button} loading={isPending || isSuccess} onClick={() => mutate({ key })}>
        Use your passkey
      </Button>
      {error && (
        <Text mt={8} c="var(--mantine-color-error)" fz="sm" role="alert">
          {error.message}
        </Text>
      )}
    </Stack>
  )
}

function CodeWay({ way, step: { key } }: Pick<StepProps, 'step'> & { way: 'app' | 'recoveryCode' }) {
  const { mutate, isPending, isSuccess, error } = useSecondStep()
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    // Submit events bubble through portals: do not submit the form behind this one.
    event.stopPropagation()
    mutate({ body: { key, ...(way === 'app' ? { code: typed } : { recoveryCode: typed }) } })
  }
  return (
    <form className={forms.form} noValidate onSubmit={submit}>
      <TextInput
        size="md"
        ref={field}
        data-secret
        autoComplete={way === 'app' ? 'one-time-code' : 'off'}
        autoCapitalize="none"
        spellCheck={false}
        inputMode={way === 'app' ? 'numeric' : undefined}
        label={way === 'app' ? 'Code from your authenticator app' : 'Recovery code'}
        description={way === 'app' ? 'Six digits' : 'One of your saved codes, such as abcd-efgh-jkmn'}
        value={typed}
        error={error?.message}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Button type="submit" size="md" fullWidth loading={isPending || isSuccess}>
        Sign In
      </Button>
    </form>
  )
}
