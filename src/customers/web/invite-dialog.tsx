import { Button, Radio } from '@mantine/core'
import * as z from 'zod/mini'
import { fieldLabels } from '#identity/field-shapes.ts'
import type { ApiError } from '#web/api-error.ts'
import { FormActions } from '#web/form/form-actions.tsx'
import formStyles from '#web/form/form.module.css'
import { EmailField, TextField } from '#web/form/text-field.tsx'
import { useCheckedForm } from '#web/form/use-checked-form.ts'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

interface Role {
  title: string
  means: string
}

interface FormProps<Entry> {
  title: string
  roles: Readonly<Record<string, Role>>
  initialRole: string
  schema: z.ZodMiniType<Entry>
  /** Staff can have a company and an account number of their own. */
  hasCompany?: boolean
  isPending: boolean
  send: (entry: Entry, ending: { onSuccess: () => void; onError: (error: ApiError) => void }) => void
  close: () => void
}

interface Props<Entry> extends FormProps<Entry> {
  isOpen: boolean
}

/** Invites a user by email in one of the roles that the viewer may give. */
export function InviteDialog<Entry>({ isOpen, ...form }: Props<Entry>) {
  return (
    <Dialog isOpen={isOpen} title={form.title} size="lg" close={form.close}>
      <InviteForm {...form} />
    </Dialog>
  )
}

function InviteForm<Entry>(props: FormProps<Entry>) {
  const { title, roles, initialRole, schema, hasCompany = false, isPending, send, close } = props
  const { form, onSubmit, showRefusal } = useCheckedForm({
    initialValues: { role: initialRole, name: '', lastName: '', email: '', companyName: '', accountID: '' },
    schema,
  })
  const unsaved = useUnsaved(() => form.isDirty())
  const field = (name: keyof typeof fieldLabels) => ({ form, name, label: fieldLabels[name] })
  return (
    <form
      className={formStyles.form}
      noValidate
      aria-label={title}
      onSubmit={onSubmit((values) =>
        send(z.parse(schema, values), { onSuccess: () => unsaved.saved(close), onError: showRefusal }),
      )}
    >
      {unsaved.question}
      <Radio.Group key={form.key('role')} {...form.getInputProps('role')} label="Role">
        <div className={formStyles.roles}>
          {Object.entries(roles).map(([role, words]) => (
            <Radio key={role} value={role} label={words.title} description={words.means} />
          ))}
        </div>
      </Radio.Group>
      <div className={formStyles.fields}>
        <TextField {...field('name')} required most={100} />
        <TextField {...field('lastName')} required most={100} />
        <EmailField {...field('email')} required autoComplete="off" className={formStyles.span} />
        {hasCompany && (
          <>
            <TextField {...field('companyName')} most={200} />
            <TextField {...field('accountID')} most={50} />
          </>
        )}
      </div>
      <p className={formStyles.note}>We’ll email a link to set a password. It is valid for seven days.</p>
      <FormActions cancel={close}>
        <Button type="submit" loading={isPending}>
          Send invitation
        </Button>
      </FormActions>
    </form>
  )
}
