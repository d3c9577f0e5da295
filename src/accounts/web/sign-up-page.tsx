import { useSearch } from '@tanstack/react-router'
import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { ButtonLink, TextLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import styles from '#web/form/form.module.css'
import { useSignUp } from './hooks.ts'
import { SignUpForm } from './sign-up-form.tsx'

export function SignUpPage() {
  return <SignUpScreen isExisting={false} />
}

export function SignUpExistingPage() {
  return <SignUpScreen isExisting />
}

function SignUpScreen({ isExisting }: { isExisting: boolean }) {
  const { mutate, isPending } = useSignUp(isExisting)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { redirect }: { redirect?: unknown } = useSearch({ strict: false })
  const search = redirect === undefined ? {} : { redirect }

  if (sentTo !== null)
    return (
      <div className={styles.page}>
        <PageHeading title="Thank you" />
        <EmptyState icon={<MailCheck size={28} strokeWidth={1.5} />} title="Your request is with us">
          <p>We check every business before it can order. We will write to {sentTo} as soon as yours is accepted.</p>
          <ButtonLink variant="default" to="/search">
            Look at the catalogue
          </ButtonLink>
        </EmptyState>
      </div>
    )
  return (
    <div className={styles.page}>
      <PageHeading
        title={isExisting ? 'Request online access' : 'Request an account'}
        lead={
          isExisting
            ? 'For businesses that are customers already. We check the request before you see orders and invoices.'
            : 'For licensed businesses. We check the request and write to you when it is accepted.'
        }
      />
      <SignUpForm
        isExisting={isExisting}
        isPending={isPending}
        send={({ confirmPassword: _, licenseExpiryDate, agreesToTerms, ...entry }, refused) => {
          const more = isExisting && {
            licenseExpiryDate: licenseExpiryDate || null,
            agreesToTerms: agreesToTerms || undefined,
          }
          mutate(
            { body: { ...entry, ...more, isActive: false } },
            { onSuccess: () => setSentTo(entry.email.trim()), onError: refused },
          )
        }}
      />
      <p className={styles.links}>
        Have an account?{' '}
        <TextLink to="/signin" search={search}>
          Sign in
        </TextLink>
        {' · '}
        {isExisting ? (
          <TextLink to="/signup" search={search}>
            Not a customer yet
          </TextLink>
        ) : (
          <TextLink to="/signupSap" search={search}>
            Already a customer
          </TextLink>
        )}
      </p>
    </div>
  )
}
