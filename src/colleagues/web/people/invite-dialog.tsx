import { Button, Radio } from '@mantine/core'
import { buyingRoles } from '#shared/buying-role.ts'
import { FormActions } from '#web/form/form-actions.tsx'
import formStyles from '#web/form/form.module.css'
import { EmailField, TextField } from '#web/form/text-field.tsx'
import { useCheckedForm } from '#web/form/use-checked-form.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { fieldLabels } from '#identity/field-shapes.ts'
import { NewPerson } from '../../people/contract.ts'
import { useInvitePerson } from './hooks.ts'
import styles from './people.module.css'
import { roleWords } from './role-words.ts'

interface Props {
  /** A user of the business. */
  of: string
  isOpen: boolean
  close: () => void
}

/** The invited user sets a password with the emailed link. */
export function InviteDialog({ of, isOpen, close }: Props) {
  return (
    <Dialog isOpen={isOpen} title="Invite a user" size="lg" close={close}>
      <InviteForm of={of} close={close} />
    </Dialog>
  )
}

function InviteForm({ of, close }: Omit<Props, 'isOpen'>) {
  const invite = useInvitePerson()
  const { form, onSubmit, showRefusal } = useCheckedForm({
    initialValues: { role: 'buyer', name: '', lastName: '', email: '' },
    schema: NewPerson,
  })
  const field = (name: 'name' | 'lastName' | 'email') => ({ form, name, label: fieldLabels[name], required: true })
  const send = onSubmit(({ role: chosen, ...person }) => {
    const role = buyingRoles.find((known) => known === chosen) ?? 'buyer'
    invite.mutate({ params: { id: of }, body: { ...person, role } }, { onSuccess: close, onError: showRefusal })
  })
  return (
    <form className={formStyles.form} noValidate aria-label="Invite a user" onSubmit={send}>
      <Radio.Group key={form.key('role')} {...form.getInputProps('role')} label="Role">
        <div className={styles.choices}>
          {buyingRoles.map((role) => (
            <Radio key={role} value={role} label={roleWords[role].title} description={roleWords[role].means} />
          ))}
        </div>
      </Radio.Group>
      <div className={formStyles.fields}>
        <TextField {...field('name')} most={100} />
        <TextField {...field('lastName')} most={100} />
        <EmailField {...field('email')} autoComplete="off" className={formStyles.span} />
      </div>
      <p className={formStyles.note}>We’ll email a link to set a password. It is valid for seven days.</p>
      <FormActions cancel={close}>
        <Button type="submit" loading={invite.isPending}>
          Send invitation
        </Button>
      </FormActions>
    </form>
  )
}
