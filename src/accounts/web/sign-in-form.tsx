import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useImperativeHandle, useRef, type Ref } from 'react'
import { TextLink } from '#web/ui/button-link.tsx'
import styles from './sign-in-page.module.css'

export interface Credentials {
  email: string
  password: string
}

export interface SignInFormHandle {
  /** Writes an account into the form and leads on to the button. */
  fill: (entry: Credentials) => void
}

interface Props {
  ref: Ref<SignInFormHandle>
  isPending: boolean
  signIn: (entry: Credentials) => void
}

export function SignInForm({ ref, isPending, signIn }: Props) {
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
      className={styles.form}
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
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
      />
      <PasswordInput
        key={form.key('password')}
        {...form.getInputProps('password')}
        label="Password"
        name="password"
        size="md"
        autoComplete="current-password"
        maxLength={256}
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
