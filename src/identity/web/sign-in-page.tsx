import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useSearch } from '@tanstack/react-router'
import { type Ref, Suspense, useEffect, useImperativeHandle, useRef, useState } from 'react'
import * as z from 'zod/mini'
import panel from '#web/ui/panel.module.css'
import forms from '#web/form/form.module.css'
import { portalSettings } from '#web/portal-settings.ts'
import { TextLink } from '#web/ui/button-link.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { StepDue } from '../factors/factor-shapes.ts'
import { canUsePasskeys } from './factors/use-passkey.ts'
import { useSignIn } from './hooks.ts'
import styles from './sign-in-page.module.css'

const SecondStep = lazyPart(() => import('./factors/second-step.tsx').then((module) => module.SecondStepPanel))
const PasskeySignIn = lazyPart(() => import('./factors/passkey-sign-in.tsx').then((module) => module.PasskeySignIn))
const CompanyWays = lazyPart(() => import('./sign-on/company-sign-in.tsx').then((module) => module.CompanySignIn))

export function SignInPage() {
  const form = useRef<SignInFormHandle>(null)
  const { mutate, isPending, isSuccess } = useSignIn()
  const [step, setStep] = useState<StepDue | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const { redirect }: { redirect?: unknown } = useSearch({ strict: false })
  const search = redirect === undefined ? {} : { redirect }

  if (step)
    return (
      <Suspense>
        <SecondStep step={step} startOver={() => setStep(null)} />
      </Suspense>
    )
  return (
    <Stack gap={0} w="100%" maw="25rem" mt="clamp(0rem, 5vh, 3rem)" mx="auto">
      <PageHeading title="Sign In" lead="See your prices, orders and invoices." />
      <div className={`${panel.surface} ${styles.card}`}>
        <SignInForm
          ref={form}
          isPending={isPending || isSuccess}
          refused={refused}
          signIn={(entry) => {
            setRefused(null)
            mutate(
              { body: { ...entry, isActive: true } },
              {
                onError: ({ message, details }) => {
                  const due = z.safeParse(StepDue, details)
                  if (due.success) setStep(due.data)
                  else setRefused(message)
                },
              },
            )
          }}
        />
        {canUsePasskeys() && (
          <Suspense>
            <PasskeySignIn />
          </Suspense>
        )}
        <Suspense>
          <CompanyWays />
        </Suspense>
        <nav className={styles.links} aria-label="Account">
          <p>
            New here?{' '}
            <TextLink to="/signup" search={search}>
              Request an account
            </TextLink>
          </p>
          <p>
            Already a customer?{' '}
            <TextLink to="/signupSap" search={search}>
              Request online access
            </TextLink>
          </p>
        </nav>
      </div>
      {portalSettings.demo && <DemoAccounts choose={(account) => form.current?.fill(account)} />}
    </Stack>
  )
}

const password = 'apotheca-demo'

const accounts = [
  { email: 'buyer@demo.example', role: 'Pharmacy: contract prices, reorders, invoices' },
  { email: 'buyer2@demo.example', role: 'Clinic: its own prices and orders' },
  { email: 'manager@demo.example', role: 'Hospital manager: approvals, budgets, team' },
  { email: 'viewer@demo.example', role: 'Hospital viewer: looks up products and orders, can’t order' },
  { email: 'rep@demo.example', role: 'Sales rep: orders for customers' },
  { email: 'admin@demo.example', role: 'Admin: back office' },
  { email: 'director@demo.example', role: 'Director: read-only view of the back office' },
  { email: 'pending@demo.example', role: 'Applicant: can’t sign in until an admin accepts' },
  { email: 'incomplete@demo.example', role: 'Applicant: profile has no license yet' },
]

/** Only in the demo, where these accounts exist. */
function DemoAccounts({ choose }: { choose: (account: Credentials) => void }) {
  return (
    <section className={styles.demo} aria-labelledby="demo-accounts">
      <Text id="demo-accounts" component="h2" fz="sm" fw={620}>
        Demo accounts
      </Text>
      <p className={styles.note}>
        Password for all: <code>{password}</code>
      </p>
      <ul className={styles.list}>
        {accounts.map(({ email, role }) => (
          <li key={email}>
            <button type="button" className={styles.account} onClick={() => choose({ email, password })}>
              <Text span inherit fw={550}>
                {email}
              </Text>
              <Text span inherit c="dimmed">
                {role}
              </Text>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface Credentials {
  email: string
  password: string
}

interface SignInFormHandle {
  /** Fills the form with an account and focuses the button. */
  fill: (entry: Credentials) => void
}

interface Props {
  ref: Ref<SignInFormHandle>
  isPending: boolean
  /** The server's error of the last try; stays next to the fields after its toast is closed. */
  refused: string | null
  signIn: (entry: Credentials) => void
}

function SignInForm({ ref, isPending, refused, signIn }: Props) {
  const email = useRef<HTMLInputElement>(null)
  const submit = useRef<HTMLButtonElement>(null)
  const form = useForm<Credentials>({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: {
      email: (email) => (email.trim() ? null : 'Enter your email address.'),
      password: (password) => (password ? null : 'Enter your password.'),
    },
  })

  useEffect(() => email.current?.focus(), [])

  useImperativeHandle(ref, () => ({
    fill: (entry) => {
      form.setValues(entry)
      form.clearErrors()
      submit.current?.focus()
    },
  }))

  return (
    <form
      className={forms.form}
      noValidate
      onSubmit={form.onSubmit(signIn, (errors) => form.getInputNode(errors['email'] ? 'email' : 'password')?.focus())}
    >
      <TextInput
        key={form.key('email')}
        {...form.getInputProps('email')}
        ref={email}
        label="Email"
        type="email"
        name="email"
        size="md"
        // Browsers with passkey support offer passkeys here.
        autoComplete="username webauthn"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordInput
        data-secret
        key={form.key('password')}
        {...form.getInputProps('password')}
        error={form.errors['password'] ?? refused}
        label="Password"
        name="password"
        size="md"
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
      />
      <TextLink to="/resetpass" className={styles.forgotten}>
        Forgot your password?
      </TextLink>
      <Button ref={submit} type="submit" size="md" fullWidth loading={isPending}>
        Sign In
      </Button>
    </form>
  )
}
