import { Button } from '@mantine/core'
import type { SignedInUser } from '#shared/signed-in-user.ts'
import { useUser } from '#web/session.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Profile } from '../account-shapes.ts'
import styles from '#web/form/form.module.css'
import { useUpdateProfile } from './hooks.ts'
import { SessionsPanel } from './sessions-panel.tsx'
import { EmailField, PasswordField, TextField } from '#web/form/text-field.tsx'
import { useCheckedForm } from '#web/form/use-checked-form.ts'

export function ProfilePage() {
  const user = useUser()
  return (
    user && (
      <div className={styles.page}>
        <PageHeading title="User Profile" />
        <div className={styles.stack}>
          <ProfileForm key={user._id} user={user} />
          <SessionsPanel />
        </div>
      </div>
    )
  )
}

const blankPasswords = { password: '', confirmPassword: '', currentPassword: '' }

function ProfileForm({ user }: { user: SignedInUser }) {
  const { mutate, isPending } = useUpdateProfile()
  const { form, onSubmit, showRefusal } = useCheckedForm({
    initialValues: { name: user.name, email: user.email, ...blankPasswords },
    schema: Profile,
    check: ({ password, confirmPassword }): Record<string, string> =>
      password === confirmPassword ? {} : { confirmPassword: 'Passwords do not match' },
  })

  return (
    <Panel title="About you">
      <form
        className={styles.form}
        noValidate
        onSubmit={onSubmit(({ name, email, password, currentPassword }) =>
          mutate(
            { body: { name, email, ...(password && { password }), ...(currentPassword && { currentPassword }) } },
            { onSuccess: () => form.setValues(blankPasswords), onError: showRefusal },
          ),
        )}
      >
        <div className={styles.fields}>
          <TextField form={form} name="name" label="Name" required autoComplete="given-name" maxLength={100} />
          <EmailField form={form} name="email" label="Email" required />
          <PasswordField
            form={form}
            name="password"
            label="New Password"
            autoComplete="new-password"
            description="Leave it empty to keep the one you have."
          />
          <PasswordField
            form={form}
            name="confirmPassword"
            label="Confirm Password"
            autoComplete="new-password"
            description="The same once more."
          />
          <PasswordField
            form={form}
            name="currentPassword"
            label="Current Password"
            autoComplete="current-password"
            description="For a new email or password, unless you signed in just now."
          />
        </div>
        <div className={styles.actions}>
          <Button type="submit" loading={isPending}>
            Update
          </Button>
        </div>
      </form>
    </Panel>
  )
}
