import { Button } from '@mantine/core'
import * as z from 'zod/mini'
import { Email } from '#shared/wire.ts'
import { portalSettings } from '#web/portal-settings.ts'
import { TextLink } from '#web/ui/button-link.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { resetSentMessage } from '../contract.ts'
import { Callout } from '#web/ui/callout.tsx'
import styles from '#web/form/form.module.css'
import { useSendResetLink } from './hooks.ts'
import { EmailField } from '#web/form/text-field.tsx'
import { useCheckedForm } from '#web/form/use-checked-form.ts'

const ResetRequest = z.object({ email: Email })

export function ResetPasswordPage() {
  const { mutate, isPending, isSuccess, error } = useSendResetLink()
  const { form, onSubmit } = useCheckedForm({ initialValues: { email: '' }, schema: ResetRequest })

  return (
    <div className={styles.narrow}>
      <PageHeading title="Reset password" lead={isSuccess ? undefined : 'We’ll email you a link to set a new one.'} />
      <Panel>
        {isSuccess ? (
          <output className={styles.form}>
            <p className={styles.said}>{resetSentMessage}</p>
            {portalSettings.mailbox && (
              <p className={styles.note}>
                This is a demo. Find the email in the <a href="/dev/mailbox">demo mailbox</a>.
              </p>
            )}
          </output>
        ) : (
          <form
            className={styles.form}
            noValidate
            onSubmit={onSubmit(({ email }) => mutate({ params: { email: email.trim() } }))}
          >
            {error && <Callout tone="bad">{error.message}</Callout>}
            <EmailField form={form} name="email" label="Email" size="md" required />
            <Button type="submit" size="md" fullWidth loading={isPending}>
              Send reset link
            </Button>
          </form>
        )}
        <p className={styles.links}>
          <TextLink to="/signin">Back to sign in</TextLink>
        </p>
      </Panel>
    </div>
  )
}
