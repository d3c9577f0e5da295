import { Button } from '@mantine/core'
import { ButtonLink, TextLink } from '#web/ui/button-link.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ResetPassword } from '../account-shapes.ts'
import { Callout } from '#web/ui/callout.tsx'
import styles from '#web/form/form.module.css'
import { useResetPassword } from './hooks.ts'
import { EmailField, PasswordField, TextField } from '#web/form/text-field.tsx'
import { isAboutFields, useCheckedForm } from '#web/form/use-checked-form.ts'
import { useLinkKey } from './use-link-key.ts'

export function NewPasswordPage() {
  const { count, ...given } = useLinkKey()
  return <NewPassword key={count} given={given} />
}

function NewPassword({ given }: { given: { email: string; key: string } }) {
  const { mutate, isPending, isSuccess, error } = useResetPassword()
  const { form, onSubmit, showRefusal } = useCheckedForm({
    initialValues: { ...given, pass: '', again: '' },
    schema: ResetPassword,
    check: ({ pass, again }): Record<string, string> => (pass === again ? {} : { again: 'Passwords do not match!' }),
  })

  return (
    <div className={styles.narrow}>
      <PageHeading title="Set new password" />
      <Panel>
        {isSuccess ? (
          <output className={styles.form}>
            <p className={styles.said}>Password has been changed successfully.</p>
            <ButtonLink to="/signin" size="md" fullWidth>
              Sign in
            </ButtonLink>
          </output>
        ) : (
          <form
            className={styles.form}
            noValidate
            onSubmit={onSubmit(({ email, key, pass }) =>
              mutate({ body: { email, key, pass } }, { onError: showRefusal }),
            )}
          >
            {error && !isAboutFields(error) && (
              <Callout tone="bad">
                {error.message}. <TextLink to="/resetpass">Request a new link</TextLink>
              </Callout>
            )}
            <EmailField form={form} name="email" label="Email" size="md" required autoComplete="username" />
            <TextField form={form} name="key" label="Key" size="md" required autoComplete="off" spellCheck={false} />
            <PasswordField
              form={form}
              name="pass"
              label="New Password"
              size="md"
              required
              autoComplete="new-password"
              description="At least 8 characters."
            />
            <PasswordField
              form={form}
              name="again"
              label="Re-type password"
              size="md"
              required
              autoComplete="new-password"
            />
            <Button type="submit" size="md" fullWidth loading={isPending}>
              Set new password
            </Button>
          </form>
        )}
      </Panel>
    </div>
  )
}
