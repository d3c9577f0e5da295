import { Button } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { fieldLabels, salesRepFields, type User, UserChanges } from '../account-shapes.ts'
import styles from '#web/form/form.module.css'
import { useEditedUser } from './hooks.ts'
import { missingAmong, textsOf } from './required-fields.ts'
import { StaleAlert, useSaveUser, useStaleEdit } from './stale-edit.tsx'
import { EmailField, TextField } from '#web/form/text-field.tsx'
import { useCheckedForm } from '#web/form/use-checked-form.ts'

export function EditSalesRepPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const user = useEditedUser(id)
  return (
    <div className={styles.page}>
      <PageHeading title="Edit Sales Rep" lead={user.data && `${user.data.name} ${user.data.lastName}`} />
      <QueryStates query={user}>{(rep) => <SalesRepForm key={rep._id} rep={rep} />}</QueryStates>
    </div>
  )
}

function SalesRepForm({ rep }: { rep: User }) {
  const navigate = useNavigate()
  const leave = () => void navigate({ to: '/admin/users' })
  const { form, onSubmit, showRefusal } = useCheckedForm({
    initialValues: textsOf(rep, salesRepFields),
    schema: UserChanges,
    check: (values) => missingAmong(salesRepFields, values),
  })
  const stale = useStaleEdit(rep)
  const { save, isPending } = useSaveUser({
    user: rep,
    success: 'Sales Rep updated successfully',
    stale,
    showRefusal,
    leave,
  })
  const field = (name: (typeof salesRepFields)[number]) => ({ form, name, label: fieldLabels[name], required: true })

  return (
    <form className={styles.form} noValidate onSubmit={onSubmit((values) => save(values))} aria-label="Sales Rep">
      {stale.current && (
        <StaleAlert
          message={stale.message}
          current={stale.current}
          mine={form.getValues()}
          load={() => form.setValues(textsOf(stale.accept(), salesRepFields))}
          keep={() => save(form.getValues(), stale.accept().__v)}
        />
      )}
      <Panel>
        <div className={styles.fields}>
          <TextField {...field('name')} maxLength={100} />
          <TextField {...field('lastName')} maxLength={100} />
          <TextField {...field('accountID')} maxLength={50} />
          <TextField {...field('companyName')} maxLength={200} />
          <EmailField {...field('email')} autoComplete="off" />
        </div>
      </Panel>
      <div className={styles.actions}>
        <Button type="submit" loading={isPending}>
          Update
        </Button>
        <Button variant="default" onClick={leave}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
