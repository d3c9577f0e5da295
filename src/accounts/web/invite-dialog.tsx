import { Button, Radio } from '@mantine/core'
import { Dialog } from '#web/ui/dialog.tsx'
import { fieldLabels, Invitation } from '../account-shapes.ts'
import styles from '#web/form/form.module.css'
import { useInviteUser } from './hooks.ts'
import { EmailField, TextField } from '#web/form/text-field.tsx'
import { useCheckedForm } from '#web/form/use-checked-form.ts'

interface Props {
  isOpen: boolean
  close: () => void
}

/** Adds a colleague: the mail leads to a password of their own choice. */
export function InviteDialog({ isOpen, close }: Props) {
  return (
    <Dialog isOpen={isOpen} title="Add User" size="lg" close={close}>
      <InviteForm close={close} />
    </Dialog>
  )
}

function InviteForm({ close }: Pick<Props, 'close'>) {
  const { mutate, isPending } = useInviteUser()
  const { form, onSubmit, showRefusal } = useCheckedForm({
    initialValues: { role: 'salesRep', name: '', lastName: '', email: '', companyName: '', accountID: '' },
    schema: Invitation,
  })
  const field = (name: keyof typeof fieldLabels) => ({ form, name, label: fieldLabels[name] })
  return (
    <form
      className={styles.form}
      noValidate
      aria-label="Add User"
      onSubmit={onSubmit(({ role, ...entry }) =>
        mutate(
          { body: { ...entry, role: role === 'admin' ? 'admin' : 'salesRep' } },
          { onSuccess: close, onError: showRefusal },
        ),
      )}
    >
      <Radio.Group key={form.key('role')} {...form.getInputProps('role')} label="Role">
        <div className={styles.roles}>
          <Radio value="salesRep" label="Sales Rep" description="Orders for customers." />
          <Radio value="admin" label="Admin" description="May do everything." />
        </div>
      </Radio.Group>
      <div className={styles.fields}>
        <TextField {...field('name')} required maxLength={100} />
        <TextField {...field('lastName')} required maxLength={100} />
        <EmailField {...field('email')} required autoComplete="off" className={styles.span} />
        <TextField {...field('companyName')} maxLength={200} />
        <TextField {...field('accountID')} maxLength={50} />
      </div>
      <p className={styles.note}>We send a link to choose a password. It is valid for seven days.</p>
      <div className={styles.actions}>
        <Button type="submit" loading={isPending}>
          Send invitation
        </Button>
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
