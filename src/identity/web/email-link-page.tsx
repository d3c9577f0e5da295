import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ApiError } from '#web/api-error.ts'
import { Callout } from '#web/ui/callout.tsx'
import styles from '#web/form/form.module.css'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { useConfirmEmail, useRevertEmail } from './hooks.ts'
import { useLinkKey } from './use-link-key.ts'

export function ConfirmEmailPage() {
  const change = useConfirmEmail()
  return (
    <EmailLinkScreen
      title="Confirm your email address"
      about={<p className={styles.note}>Confirm that this email address is yours.</p>}
      answer="Confirm"
      change={change}
    >
      {change.data?.isChange === false && !change.data.wasConfirmed && (
        <p className={styles.note}>We review every request and email you when yours is accepted.</p>
      )}
      {(change.data?.isChange || change.data?.wasConfirmed) && (
        <ButtonLink to="/signin" size="md" fullWidth>
          Sign in
        </ButtonLink>
      )}
    </EmailLinkScreen>
  )
}

export function RevertEmailPage() {
  return (
    <EmailLinkScreen
      title="Keep your email address"
      about={
        <p className={styles.note}>
          Your account keeps this address. You’ll be signed out everywhere, and we’ll email you a link to set a new
          password.
        </p>
      }
      answer="Keep my email address"
      change={useRevertEmail()}
    />
  )
}

interface Change {
  mutate: (sent: { body: { key: string } }) => void
  isPending: boolean
  data: { message: string } | undefined
  error: ApiError | null
}

interface Props {
  title: string
  about: ReactNode
  answer: string
  change: Change
  /** Shown after success. */
  children?: ReactNode
}

/** Requires a click, because mail scanners open every link. */
function EmailLinkScreen({ title, about, answer, change, children }: Props) {
  const { key } = useLinkKey()
  const { mutate, isPending, data, error } = change
  return (
    <div className={styles.narrow}>
      <PageHeading title={title} />
      <Panel>
        {data ? (
          <output className={styles.form}>
            <p className={styles.said}>{data.message}</p>
            {children}
          </output>
        ) : (
          <div className={styles.form}>
            {(error || !key) && (
              <Callout tone="bad">
                {error?.message ?? 'This link is incomplete. Copy the whole link from the email.'}
              </Callout>
            )}
            {about}
            <Button size="md" fullWidth loading={isPending} disabled={!key} onClick={() => mutate({ body: { key } })}>
              {answer}
            </Button>
          </div>
        )}
      </Panel>
    </div>
  )
}
