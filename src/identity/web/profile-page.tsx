import { Box, Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { SignedInUser } from '#shared/signed-in-user.ts'
import { FormActions } from '#web/form/form-actions.tsx'
import styles from '#web/form/form.module.css'
import { EmailField, PasswordField, TextField } from '#web/form/text-field.tsx'
import { changedFields } from '#web/form/merge-edits.ts'
import { useCheckedForm } from '#web/form/use-checked-form.ts'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import { useUser } from '#web/session.ts'
import { ConfirmButton } from '#web/ui/confirm-button.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Status } from '#web/ui/status.tsx'
import { Profile, type Session } from '../account-shapes.ts'
import { localMomentWords } from '#shared/day-words.ts'
import { nameBrowser } from '#shared/name-browser.ts'
import { SecurityPanels } from './factors/security-panels.tsx'
import { EmailNote } from './email-note.tsx'
import { useEndSession, useSessions, useSignOutEverywhere, useUpdateProfile } from './hooks.ts'
import profileStyles from './profile-page.module.css'

/** Panels of other rooms are shown between the profile and the sign-in methods. */
export function ProfilePage({ children }: { children: ReactNode }) {
  const user = useUser()
  return (
    user && (
      <div className={styles.page}>
        <PageHeading title="User Profile" />
        <div className={styles.stack}>
          <ProfileForm key={user._id} user={user} />
          {children}
          <SecurityPanels />
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

  const unsaved = useUnsaved(
    () => changedFields({ name: user.name, email: user.email, ...blankPasswords }, form.getValues()).length > 0,
  )

  return (
    <Panel title="About you">
      {unsaved.question}
      <form
        className={styles.form}
        noValidate
        onSubmit={onSubmit(({ name, email, password, currentPassword }) =>
          mutate(
            { body: { name, email, ...(password && { password }), ...(currentPassword && { currentPassword }) } },
            {
              // A new email awaits its link, so the form shows the current one.
              onSuccess: (changed) => form.setValues({ email: changed.email, ...blankPasswords }),
              onError: showRefusal,
            },
          ),
        )}
      >
        <EmailNote userId={user._id} />
        <div className={styles.fields}>
          <TextField form={form} name="name" label="Name" required autoComplete="given-name" most={100} />
          <EmailField
            form={form}
            name="email"
            label="Email"
            required
            description="We’ll email a link to confirm the new address."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
          />
        </div>
        <fieldset className={profileStyles.passwords} aria-describedby="passwords">
          <legend className={profileStyles.head}>Password</legend>
          <PasswordField form={form} name="password" label="New Password" autoComplete="new-password" />
          <PasswordField form={form} name="confirmPassword" label="Confirm Password" autoComplete="new-password" />
          <PasswordField form={form} name="currentPassword" label="Current Password" autoComplete="current-password" />
          <p id="passwords" className={`${styles.note} ${styles.span}`}>
            Leave all three empty to keep your password. If you signed in a while ago, a new email or password needs the
            current one.
          </p>
        </fieldset>
        <FormActions isOwn>
          <Button type="submit" loading={isPending}>
            Update
          </Button>
        </FormActions>
      </form>
    </Panel>
  )
}

function SessionsPanel() {
  const sessions = useSessions()
  const everywhere = useSignOutEverywhere()
  return (
    <Panel title="Where you are signed in">
      <QueryStates query={sessions} skeleton={<Skeleton height="4rem" />}>
        {(rows) => (
          <Box component="ul" mb="md">
            {rows.map((row) => (
              <SessionItem key={row._id} row={row} />
            ))}
          </Box>
        )}
      </QueryStates>
      <div className={styles.actions}>
        <ConfirmButton
          isOwn
          label="Sign out everywhere"
          question="Sign out everywhere?"
          isPending={everywhere.isPending}
          confirm={() => everywhere.mutate({})}
        >
          <p>You’ll be signed out on all devices, including this one, and can sign in again with your password.</p>
        </ConfirmButton>
        <p className={styles.note}>Signs you out on all devices, including this one.</p>
      </div>
    </Panel>
  )
}

function SessionItem({ row }: { row: Session }) {
  const { mutate, isPending } = useEndSession()
  const device = nameBrowser(row.userAgent)
  return (
    <li className={profileStyles.item}>
      <Text span inherit fw={550}>
        {device} {row.isCurrent && <Status tone="good">This session</Status>}
      </Text>
      <span className={profileStyles.facts}>
        Signed in {localMomentWords(row.createdAt)} · last used {localMomentWords(row.lastSeenAt)}
        {row.ip && ` · ${row.ip}`}
      </span>
      {!row.isCurrent && (
        <Button
          size="compact-sm"
          variant="default"
          className={profileStyles.end}
          loading={isPending}
          aria-label={`Sign out ${device}, signed in ${localMomentWords(row.createdAt)}`}
          onClick={() => mutate({ params: { id: row._id } })}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}
