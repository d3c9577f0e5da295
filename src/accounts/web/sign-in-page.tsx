import { useSearch } from '@tanstack/react-router'
import { useRef } from 'react'
import { portalSettings } from '#web/portal-settings.ts'
import { TextLink } from '#web/ui/button-link.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { DemoAccounts } from './demo-accounts.tsx'
import { useSignIn } from './hooks.ts'
import { SignInForm, type SignInFormHandle } from './sign-in-form.tsx'
import styles from './sign-in-page.module.css'

export function SignInPage() {
  const form = useRef<SignInFormHandle>(null)
  const { mutate, isPending, isSuccess } = useSignIn()
  const { redirect }: { redirect?: unknown } = useSearch({ strict: false })
  const search = redirect === undefined ? {} : { redirect }

  return (
    <div className={styles.page}>
      <PageHeading title="Sign In" lead="Prices, orders and invoices of your business." />
      <div className={styles.card}>
        <SignInForm
          ref={form}
          isPending={isPending || isSuccess}
          signIn={(entry) => mutate({ body: { ...entry, isActive: true } })}
        />
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
    </div>
  )
}
