import { Button, Checkbox } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { FormActions } from '#web/form/form-actions.tsx'
import { useUser } from '#web/session.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { useWayBack } from '#web/use-way-back.ts'
import type { User } from '#identity/account-shapes.ts'
import styles from '#web/form/form.module.css'
import { EmailNote } from '#identity/web/email-note.tsx'
import { SignInMethodsPanel } from '#identity/web/factors/sign-in-methods-panel.tsx'
import { useEditedUser } from './hooks.ts'
import { missingAmong, useUserForm } from './user-form.tsx'
import { EmailField, TextField } from '#web/form/text-field.tsx'

export function EditUserPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const user = useEditedUser(id)
  return (
    <div className={styles.page}>
      <PageHeading title="Edit User" lead={user.data && `${user.data.name} ${user.data.lastName}`} />
      <QueryStates query={user}>
        {(found) => (
          <div className={styles.stack}>
            <UserForm key={found._id} user={found} />
            <SignInMethodsPanel user={found} />
          </div>
        )}
      </QueryStates>
    </div>
  )
}

const valuesOf = ({ name, email, isAdmin, isActive }: User) => ({ name, email, isAdmin, isActive })

function UserForm({ user }: { user: User }) {
  const isSelf = useUser()?._id === user._id
  const leave = useWayBack('/admin/users')
  const { form, isPending, onSubmit, questions } = useUserForm({
    user,
    valuesOf,
    check: ({ name, email }) => missingAmong(['name', 'email'], { name, email }),
    success: 'User updated successfully',
    leave,
  })

  return (
    <form className={styles.form} noValidate onSubmit={onSubmit} aria-label="User">
      {questions}
      <EmailNote userId={user._id} />
      <Panel>
        <div className={styles.stack}>
          <div className={styles.fields}>
            <TextField form={form} name="name" label="Name" required most={100} />
            <EmailField form={form} name="email" label="Email" required autoComplete="off" />
          </div>
          <Checkbox
            key={form.key('isAdmin')}
            {...form.getInputProps('isAdmin', { type: 'checkbox' })}
            label="Is admin"
            description="Full access to products, customers, users, orders and invoices."
            disabled={isSelf}
          />
          <Checkbox
            key={form.key('isActive')}
            {...form.getInputProps('isActive', { type: 'checkbox' })}
            label="Is active"
            description="Inactive users cannot sign in."
            disabled={isSelf}
          />
          {isSelf && <p className={styles.note}>Only another admin can change your permissions.</p>}
        </div>
      </Panel>
      <p className={styles.note}>
        Changing permissions signs the user out. A former admin becomes a pending customer until the customer profile is
        complete. A new email takes effect once the user confirms it.
      </p>
      <FormActions cancel={leave}>
        <Button type="submit" loading={isPending}>
          Update
        </Button>
      </FormActions>
    </form>
  )
}
