import { Button, NativeSelect, Radio } from '@mantine/core'
import { Plus } from 'lucide-react'
import { useState, type SyntheticEvent } from 'react'
import { monthDayWords } from '#shared/day-words.ts'
import { fullName } from '#shared/full-name.ts'
import { asDollars } from '#shared/money.ts'
import { ConfirmButton } from '#web/ui/confirm-button.tsx'
import { Money } from '#web/ui/money.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ListTable } from '#web/table/list-table.tsx'
import { usePeople } from '#colleagues/web/people/use-people.ts'
import { readAmount } from '#shared/read-number.ts'
import type { ApiError } from '#web/api-error.ts'
import { FormActions } from '#web/form/form-actions.tsx'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { MoneyField } from '#web/ui/number-fields.tsx'
import type { Budget, Mode, Period } from '../../budgets/budget-shapes.ts'
import { costCenterWords } from '#orders/charge-shapes.ts'
import { Left, subjectOf } from './budget-cells.tsx'
import formStyles from '#web/form/form.module.css'
import { ActButton } from '#web/ui/act-button.tsx'
import styles from './budgets.module.css'
import { useBudgets, useRemoveBudget, useAddBudget, useChangeBudget, useCostCenters } from './hooks.ts'

/** Budgets and their spend; `of` is the id of the manager. */
export function BudgetsPanel({ of }: { of: string }) {
  const query = useBudgets()
  const [edited, setEdited] = useState<Budget | 'new' | null>(null)
  return (
    <Panel title="Budgets">
      <p className={styles.note}>
        Limit monthly or quarterly spend for a person, a cost center or the whole business. Canceled orders don’t count.
      </p>
      <QueryStates query={query} skeleton={<Skeleton height="8rem" />}>
        {({ budgets }) => (
          <div className={styles.panel}>
            <ActButton variant="default" leftSection={<Plus size={16} aria-hidden />} onClick={() => setEdited('new')}>
              Add a budget
            </ActButton>
            {budgets.length > 0 && <BudgetTable budgets={budgets} edit={setEdited} />}
          </div>
        )}
      </QueryStates>
      <BudgetDialog of={of} edited={edited} close={() => setEdited(null)} />
    </Panel>
  )
}

function BudgetTable({ budgets, edit }: { budgets: Budget[]; edit: (budget: Budget) => void }) {
  return (
    <ListTable
      caption="Budgets"
      rows={budgets}
      rowKey={({ _id }) => _id}
      columns={[
        { title: 'For', isName: true, cell: subjectOf },
        { title: 'Period', cell: ({ period, until }) => `${periodWords[period]}, until ${monthDayWords(until)}` },
        { title: 'Amount', align: 'right', cell: ({ amount }) => <Money amount={amount} /> },
        { title: 'Ordered', align: 'right', cell: ({ used }) => <Money amount={used} /> },
        { title: 'Left', align: 'right', cell: (budget) => <Left budget={budget} /> },
        { title: 'Over budget', cell: ({ mode }) => modeWords[mode] },
        {
          title: 'Actions',
          isActions: true,
          cell: (budget) => (
            <>
              <ActButton
                size="compact-xs"
                variant="default"
                aria-label={`Change: ${nameOf(budget)}`}
                onClick={() => edit(budget)}
              >
                Change
              </ActButton>
              <RemoveButton budget={budget} />
            </>
          ),
        },
      ]}
    />
  )
}

const nameOf = (budget: Budget) => `${subjectOf(budget)}, ${periodWords[budget.period].toLowerCase()}`

function RemoveButton({ budget }: { budget: Budget }) {
  const { mutate, isPending } = useRemoveBudget()
  return (
    <ConfirmButton
      label="Remove"
      button={{ size: 'compact-xs', 'aria-label': `Remove: ${nameOf(budget)}` }}
      question="Remove this budget?"
      isDestructive
      isPending={isPending}
      confirm={(onSettled) => mutate({ params: { id: budget._id } }, { onSettled })}
    >
      <p>
        {subjectOf(budget)}: {asDollars(budget.amount)} a {periodWords[budget.period].toLowerCase()}. Orders will no
        longer be checked against it.
      </p>
    </ConfirmButton>
  )
}

interface Props {
  /** Id of a user of the business. */
  of: string
  edited: Budget | 'new' | null
  close: () => void
}

function BudgetDialog({ of, edited, close }: Props) {
  return (
    <Dialog isOpen={edited !== null} title={edited === 'new' ? 'Add a budget' : 'Edit budget'} close={close}>
      {edited && <BudgetForm key={edited === 'new' ? edited : edited._id} of={of} edited={edited} close={close} />}
    </Dialog>
  )
}

const most = 1_000_000_000

function BudgetForm({ of, edited, close }: Props & { edited: Budget | 'new' }) {
  const before = edited === 'new' ? null : edited
  const initial = {
    subject: '',
    period: before?.period ?? 'month',
    typed: before ? before.amount.toFixed(2) : '',
    mode: before?.mode ?? 'warn',
  }
  const [subject, setSubject] = useState(initial.subject)
  const [period, setPeriod] = useState(initial.period)
  const [typed, setTyped] = useState(initial.typed)
  const [mode, setMode] = useState(initial.mode)
  const [isTried, setIsTried] = useState(false)
  const [refusal, setRefusal] = useState<ApiError | null>(null)
  const unsaved = useUnsaved(() => JSON.stringify({ subject, period, typed, mode }) !== JSON.stringify(initial))
  const add = useAddBudget()
  const change = useChangeBudget()
  const amount = readAmount(typed)
  const isWrong = amount === null || amount <= 0 || amount > most
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setIsTried(true)
    setRefusal(null)
    if (isWrong) return
    const how = { onSuccess: () => unsaved.saved(close), onError: setRefusal }
    if (before) change.mutate({ params: { id: before._id }, body: { period, amount, mode, __v: before.__v } }, how)
    else add.mutate({ body: { ...subjectFrom(subject), period, amount, mode } }, how)
  }
  return (
    <form className={formStyles.form} noValidate aria-label="Budget" onSubmit={submit}>
      {unsaved.question}
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
      <Radio.Group label="Over budget" value={mode} onChange={(value) => setMode(modeOf(value))}>
        <div className={formStyles.form}>
          <Radio value="warn" label="Place the order and notify managers" />
          <Radio
            value="ask"
            label="Ask for approval"
            description="For orders of buyers. Orders of others are placed, and managers are notified."
          />
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
          {ordering.map((person) => (
            <option key={person._id} value={`person ${person._id}`}>
              {fullName(person)}
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

const modeOf = (value: string): Mode => (value === 'stop' || value === 'ask' ? value : 'warn')

const modeWords: Record<Mode, string> = { warn: 'Notify managers', ask: 'Ask for approval', stop: 'Block order' }

const periodWords: Record<Period, string> = { month: 'Month', quarter: 'Quarter' }
