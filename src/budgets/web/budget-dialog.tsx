import { Button, NativeSelect, Radio } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import { usePeople } from '#colleagues/web/people/use-people.ts'
import { readAmount } from '#shared/read-number.ts'
import type { ApiError } from '#web/api-error.ts'
import { FormActions } from '#web/form/form-actions.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { MoneyField } from '#web/ui/number-fields.tsx'
import type { Budget } from '../budget-shapes.ts'
import { costCenterWords } from '../cost-center-shapes.ts'
import { periodWords } from './budget-words.ts'
import styles from './budgets.module.css'
import { useAddBudget, useChangeBudget, useCostCenters } from './hooks.ts'

interface Props {
  /** Id of a user of the business. */
  of: string
  edited: Budget | 'new' | null
  close: () => void
}

export function BudgetDialog({ of, edited, close }: Props) {
  return (
    <Dialog isOpen={edited !== null} title={edited === 'new' ? 'Add a budget' : 'Edit budget'} close={close}>
      {edited && <BudgetForm key={edited === 'new' ? edited : edited._id} of={of} edited={edited} close={close} />}
    </Dialog>
  )
}

const most = 1_000_000_000

function BudgetForm({ of, edited, close }: Props & { edited: Budget | 'new' }) {
  const before = edited === 'new' ? null : edited
  const [subject, setSubject] = useState('')
  const [period, setPeriod] = useState(before?.period ?? 'month')
  const [typed, setTyped] = useState(before ? before.amount.toFixed(2) : '')
  const [mode, setMode] = useState(before?.mode ?? 'warn')
  const [isTried, setIsTried] = useState(false)
  const [refusal, setRefusal] = useState<ApiError | null>(null)
  const add = useAddBudget()
  const change = useChangeBudget()
  const amount = readAmount(typed)
  const isWrong = amount === null || amount <= 0 || amount > most
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setIsTried(true)
    setRefusal(null)
    if (isWrong) return
    const how = { onSuccess: close, onError: setRefusal }
    if (before) change.mutate({ params: { id: before._id }, body: { period, amount, mode, __v: before.__v } }, how)
    else add.mutate({ body: { ...subjectFrom(subject), period, amount, mode } }, how)
  }
  return (
    <form className={styles.form} noValidate aria-label="Budget" onSubmit={submit}>
      {!before && <SubjectField of={of} value={subject} choose={setSubject} />}
      <NativeSelect
        label="Period"
        description="Spend starts at zero in each period."
        value={period}
        error={refusal?.details['field'] === 'period' ? refusal.message : undefined}
        data={Object.entries(periodWords).map(([value, label]) => ({ value, label }))}
        onChange={(event) => setPeriod(event.currentTarget.value === 'quarter' ? 'quarter' : 'month')}
      />
      <MoneyField
        label="Amount"
        required
        typed={typed}
        value={typed}
        error={isTried && isWrong ? 'Enter an amount, such as 2,000.00.' : undefined}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Radio.Group label="Over budget" value={mode} onChange={(value) => setMode(value === 'stop' ? 'stop' : 'warn')}>
        <div className={styles.form}>
          <Radio value="warn" label="Place the order and notify managers" />
          <Radio value="stop" label="Block the order" />
        </div>
      </Radio.Group>
      <FormActions cancel={close}>
        <Button type="submit" loading={add.isPending || change.isPending}>
          {before ? 'Save budget' : 'Add budget'}
        </Button>
      </FormActions>
    </form>
  )
}

const subjectFrom = (subject: string): { userId: string | null; costCenterId: string | null } => {
  const [kind, id = null] = subject.split(' ')
  return { userId: kind === 'person' ? id : null, costCenterId: kind === 'center' ? id : null }
}

interface SubjectProps {
  of: string
  value: string
  choose: (subject: string) => void
}

/** Choice of the whole business, a person who can order, or a cost center in use. */
function SubjectField({ of, value, choose }: SubjectProps) {
  const people = usePeople(of).data?.people ?? []
  const costCenters = useCostCenters().data?.costCenters ?? []
  const ordering = people.filter(({ role, isActive }) => isActive && role !== 'viewer')
  const inUse = costCenters.filter(({ isActive }) => isActive)
  return (
    <NativeSelect label="For" value={value} onChange={(event) => choose(event.currentTarget.value)}>
      <option value="">The whole business</option>
      {ordering.length > 0 && (
        <optgroup label="People">
          {ordering.map(({ _id, name, lastName, email }) => (
            <option key={_id} value={`person ${_id}`}>
              {`${name} ${lastName}`.trim() || email}
            </option>
          ))}
        </optgroup>
      )}
      {inUse.length > 0 && (
        <optgroup label="Cost centers">
          {inUse.map((one) => (
            <option key={one._id} value={`center ${one._id}`}>
              {costCenterWords(one)}
            </option>
          ))}
        </optgroup>
      )}
    </NativeSelect>
  )
}
