import { Button, Checkbox } from '@mantine/core'
import { FormActions } from '#web/form/form-actions.tsx'
import { TextField } from '#web/form/text-field.tsx'
import { useCheckedForm } from '#web/form/use-checked-form.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { type CostCenter, NewCostCenter } from '../cost-center-shapes.ts'
import styles from './budgets.module.css'
import { useAddCostCenter, useChangeCostCenter } from './hooks.ts'

interface Props {
  edited: CostCenter | 'new' | null
  close: () => void
}

export function CostCenterDialog({ edited, close }: Props) {
  return (
    <Dialog isOpen={edited !== null} title={edited === 'new' ? 'Add a cost center' : 'Edit cost center'} close={close}>
      {edited && <CostCenterForm key={edited === 'new' ? edited : edited._id} edited={edited} close={close} />}
    </Dialog>
  )
}

function CostCenterForm({ edited, close }: { edited: CostCenter | 'new'; close: () => void }) {
  const before = edited === 'new' ? null : edited
  const add = useAddCostCenter()
  const change = useChangeCostCenter()
  const { form, onSubmit, showRefusal } = useCheckedForm({
    initialValues: {
      code: before?.code ?? '',
      name: before?.name ?? '',
      needsApproval: before?.needsApproval ?? false,
      isActive: before?.isActive ?? true,
    },
    schema: NewCostCenter,
  })
  const send = onSubmit(({ code, name, needsApproval, isActive }) => {
    const how = { onSuccess: close, onError: showRefusal }
    if (before)
      change.mutate({ params: { id: before._id }, body: { code, name, needsApproval, isActive, __v: before.__v } }, how)
    else add.mutate({ body: { code, name, needsApproval } }, how)
  })
  return (
    <form className={styles.form} noValidate aria-label="Cost center" onSubmit={send}>
      <TextField form={form} name="code" label="Code" required most={20} autoComplete="off" />
      <TextField form={form} name="name" label="Name" required most={80} autoComplete="off" />
      <Checkbox
        key={form.key('needsApproval')}
        {...form.getInputProps('needsApproval', { type: 'checkbox' })}
        label="Buyers’ orders need approval"
      />
      {before && (
        <Checkbox
          key={form.key('isActive')}
          {...form.getInputProps('isActive', { type: 'checkbox' })}
          label="In use"
          description="Clear this to hide it at checkout. Past orders keep it."
        />
      )}
      <FormActions cancel={close}>
        <Button type="submit" loading={add.isPending || change.isPending}>
          {before ? 'Save cost center' : 'Add cost center'}
        </Button>
      </FormActions>
    </form>
  )
}
