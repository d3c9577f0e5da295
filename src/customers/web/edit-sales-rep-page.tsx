import { Button } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { FormActions } from '#web/form/form-actions.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { useWayBack } from '#web/use-way-back.ts'
import type { User } from '#identity/account-shapes.ts'
import { salesRepFields } from '../customer-shapes.ts'
import { fieldLabels } from '#identity/field-shapes.ts'
import styles from '#web/form/form.module.css'
import { BusinessNote } from './business-note.tsx'
import { EmailNote } from '#identity/web/email-note.tsx'
import { SignInMethodsPanel } from '#identity/web/factors/sign-in-methods-panel.tsx'
import { useEditedUser } from './hooks.ts'
import { missingAmong, textsOf, useUserForm } from './user-form.tsx'
import { EmailField, TextField } from '#web/form/text-field.tsx'

export function EditSalesRepPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const user = useEditedUser(id)
  return (
    <div className={styles.page}>
      <PageHeading title="Edit Sales Rep" lead={user.data && `${user.data.name} ${user.data.lastName}`} />
      <QueryStates query={user}>
        {(rep) => (
          <div className={styles.stack}>
            <SalesRepForm key={rep._id} rep={rep} />
            <SignInMethodsPanel user={rep} />
          </div>
        )}
      </QueryStates>
    </div>
  )
}

function SalesRepForm({ rep }: { rep: User }) {
  const leave = useWayBack('/admin/users')
  const { form, isPending, onSubmit, questions } = useUserForm({
    user: rep,
    valuesOf: (user) => textsOf(user, salesRepFields),
    check: (values) => missingAmong(salesRepFields, values),
    success: 'Sales Rep updated successfully',
    leave,
  })
  const field = (name: (typeof salesRepFields)[number]) => ({ form, name, label: fieldLabels[name], required: true })

  return (
    <form className={styles.form} noValidate onSubmit={onSubmit} aria-label="Sales Rep">
      {questions}
      <EmailNote userId={rep._id} />
      <BusinessNote user={rep} fields="Account ID and company name" />
      <Panel>
        <div className={styles.fields}>
          <TextField {...field('name')} most={100} />
          <TextField {...field('lastName')} most={100} />
          <TextField {...field('accountID')} most={50} />
          <TextField {...field('companyName')} most={200} />
          <EmailField {...field('email')} autoComplete="off" />
        </div>
      </Panel>
      <FormActions cancel={leave}>
        <Button type="submit" loading={isPending}>
          Update
        </Button>
      </FormActions>
    </form>
  )
}
