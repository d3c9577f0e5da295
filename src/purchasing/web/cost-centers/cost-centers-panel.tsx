import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { type BackorderChoice, backorderChoices, backorderWords } from '#fulfillment/backorder-shapes.ts'
import { SavedCheckbox } from '#web/form/saved-checkbox.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Status } from '#web/ui/status.tsx'
import { ListTable } from '#web/table/list-table.tsx'
import { FormActions } from '#web/form/form-actions.tsx'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import { TextField } from '#web/form/text-field.tsx'
import { useCheckedForm } from '#web/form/use-checked-form.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { type CostCenter, NewCostCenter } from '../../cost-centers/cost-center-shapes.ts'
import formStyles from '#web/form/form.module.css'
import { ActButton } from '#web/ui/act-button.tsx'
import styles from '../budgets/budgets.module.css'
import {
  useAddCostCenter,
  useChangeCostCenter,
  useChooseBackorders,
  useCostCenters,
  useRequireCostCenter,
  useRequirePurchaseOrder,
} from '../budgets/hooks.ts'

export function CostCentersPanel() {
  const query = useCostCenters()
  const [edited, setEdited] = useState<CostCenter | 'new' | null>(null)
  return (
    <Panel title="Cost centers and purchase orders">
      <p className={styles.note}>
        Charge orders to wards, departments or sites. Buyers pick one at checkout, and it appears on the order.
      </p>
      <QueryStates query={query} skeleton={<Skeleton height="8rem" />}>
        {({ costCenters, isRequired, needsPurchaseOrder, backorders }) => (
          <div className={styles.panel}>
            <ActButton variant="default" leftSection={<Plus size={16} aria-hidden />} onClick={() => setEdited('new')}>
              Add a cost center
            </ActButton>
            {costCenters.length > 0 && (
              <>
                <CostCenterTable costCenters={costCenters} edit={setEdited} />
                <Requirement isRequired={isRequired} />
              </>
            )}
            <PurchaseOrderRequirement isRequired={needsPurchaseOrder} />
            <BackorderDefault value={backorders} />
          </div>
        )}
      </QueryStates>
      <CostCenterDialog edited={edited} close={() => setEdited(null)} />
    </Panel>
  )
}

function Requirement({ isRequired }: { isRequired: boolean }) {
  const { mutate } = useRequireCostCenter()
  return (
    <SavedCheckbox
      label="Every order needs a cost center"
      isOn={isRequired}
      save={(isOn, ending) => mutate({ body: { isRequired: isOn } }, ending)}
    />
  )
}

function PurchaseOrderRequirement({ isRequired }: { isRequired: boolean }) {
  const { mutate } = useRequirePurchaseOrder()
  return (
    <SavedCheckbox
      label="Every order needs a purchase order number"
      isOn={isRequired}
      save={(isOn, ending) => mutate({ body: { isRequired: isOn } }, ending)}
    />
  )
}

function BackorderDefault({ value }: { value: BackorderChoice | null }) {
  const { mutate, isPending } = useChooseBackorders()
  return (
    <NativeSelect
      label="If items are backordered"
      description="Preselected at checkout; buyers can change it for each order."
      maw={420}
      value={value ?? ''}
      disabled={isPending}
      data={[
        { value: '', label: 'Don’t ask' },
        ...backorderChoices.map((choice) => ({ value: choice, label: backorderWords[choice] })),
      ]}
      onChange={(event) =>
        mutate({
          body: { backorders: backorderChoices.find((choice) => choice === event.currentTarget.value) ?? null },
        })
      }
    />
  )
}

function CostCenterTable({ costCenters, edit }: { costCenters: CostCenter[]; edit: (one: CostCenter) => void }) {
  return (
    <ListTable
      caption="Cost centers"
      rows={costCenters}
      rowKey={({ _id }) => _id}
      columns={[
        { title: 'Code', isName: true, cell: ({ code }) => code },
        { title: 'Name', cell: ({ name }) => name },
        {
          title: 'Buyers’ orders',
          cell: ({ needsApproval }) => (needsApproval ? 'Need approval' : 'No approval needed'),
        },
        {
          title: 'Status',
          cell: ({ isActive }) => (
            <Status tone={isActive ? 'good' : 'neutral'}>{isActive ? 'In use' : 'Not in use'}</Status>
          ),
        },
        {
          title: 'Actions',
          isActions: true,
          cell: (one) => (
            <ActButton
              size="compact-xs"
              variant="default"
              aria-label={`Change: ${one.code} ${one.name}`}
              onClick={() => edit(one)}
            >
              Change
            </ActButton>
          ),
        },
      ]}
    />
  )
}

interface Props {
  edited: CostCenter | 'new' | null
  close: () => void
}

function CostCenterDialog({ edited, close }: Props) {
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
  const unsaved = useUnsaved(() => form.isDirty())
  const send = onSubmit(({ code, name, needsApproval, isActive }) => {
    const how = { onSuccess: () => unsaved.saved(close), onError: showRefusal }
    if (before)
      change.mutate({ params: { id: before._id }, body: { code, name, needsApproval, isActive, __v: before.__v } }, how)
    else add.mutate({ body: { code, name, needsApproval } }, how)
  })
  return (
    <form className={formStyles.form} noValidate aria-label="Cost center" onSubmit={send}>
      {unsaved.question}
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
