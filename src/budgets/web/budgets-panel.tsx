import { Button } from '@mantine/core'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { monthDayWords } from '#shared/day-words.ts'
import { asDollars, toCents, toDollars } from '#shared/money.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { Money } from '#web/ui/money.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Status } from '#web/ui/status.tsx'
import type { Budget } from '../budget-shapes.ts'
import { costCenterWords } from '../cost-center-shapes.ts'
import { BudgetDialog } from './budget-dialog.tsx'
import { periodWords } from './budget-words.ts'
import table from '#web/table/plain-table.module.css'
import styles from './budgets.module.css'
import { useBudgets, useRemoveBudget } from './hooks.ts'

/** Budgets and their spend; `of` is the id of the manager. */
export function BudgetsPanel({ of }: { of: string }) {
  const query = useBudgets()
  const [edited, setEdited] = useState<Budget | 'new' | null>(null)
  const [removed, setRemoved] = useState<Budget | null>(null)
  return (
    <Panel title="Budgets">
      <p className={styles.note}>
        Limit monthly or quarterly spend for a person, a cost center or the whole business. Canceled orders don’t count.
      </p>
      <QueryStates query={query} skeleton={<Skeleton height="8rem" />}>
        {({ budgets }) => (
          <div className={styles.panel}>
            <Button variant="default" leftSection={<Plus size={16} aria-hidden />} onClick={() => setEdited('new')}>
              Add a budget
            </Button>
            {budgets.length > 0 && <BudgetTable budgets={budgets} edit={setEdited} remove={setRemoved} />}
          </div>
        )}
      </QueryStates>
      <BudgetDialog of={of} edited={edited} close={() => setEdited(null)} />
      {removed && <RemoveDialog key={removed._id} budget={removed} close={() => setRemoved(null)} />}
    </Panel>
  )
}

const subjectOf = ({ person, costCenter }: Budget): string => {
  if (person) return `${person.name} ${person.lastName}`.trim()
  return costCenter ? costCenterWords(costCenter) : 'The whole business'
}

interface TableProps {
  budgets: Budget[]
  edit: (budget: Budget) => void
  remove: (budget: Budget) => void
}

function BudgetTable({ budgets, edit, remove }: TableProps) {
  return (
    <table className={table.table} aria-label="Budgets">
      <thead>
        <tr>
          <th scope="col">For</th>
          <th scope="col">Period</th>
          <th scope="col" className={table.number}>
            Amount
          </th>
          <th scope="col" className={table.number}>
            Ordered
          </th>
          <th scope="col" className={table.number}>
            Left
          </th>
          <th scope="col">Over budget</th>
          <th scope="col" className={table.actions}>
            Actions
          </th>
        </tr>
      </thead>
      <tbody>
        {budgets.map((budget) => (
          <BudgetRow key={budget._id} budget={budget} edit={edit} remove={remove} />
        ))}
      </tbody>
    </table>
  )
}

function BudgetRow({ budget, edit, remove }: Omit<TableProps, 'budgets'> & { budget: Budget }) {
  const { period, amount, used, until, mode } = budget
  const name = `${subjectOf(budget)}, ${periodWords[period].toLowerCase()}`
  const left = toDollars(toCents(amount) - toCents(used))
  const button = { size: 'compact-xs', variant: 'default' } as const
  return (
    <tr>
      <th scope="row">{subjectOf(budget)}</th>
      <td data-label="Period">
        {periodWords[period]}, until {monthDayWords(until)}
      </td>
      <td data-label="Amount" className={table.number}>
        <Money amount={amount} />
      </td>
      <td data-label="Ordered" className={table.number}>
        <Money amount={used} />
      </td>
      <td data-label="Left" className={table.number}>
        {left < 0 ? <Status tone="bad">{asDollars(-left)} over</Status> : <Money amount={left} />}
      </td>
      <td data-label="Over budget">{mode === 'stop' ? 'Block order' : 'Notify managers'}</td>
      <td className={table.actions}>
        <Button {...button} aria-label={`Change: ${name}`} onClick={() => edit(budget)}>
          Change
        </Button>
        <Button {...button} aria-label={`Remove: ${name}`} onClick={() => remove(budget)}>
          Remove
        </Button>
      </td>
    </tr>
  )
}

function RemoveDialog({ budget, close }: { budget: Budget; close: () => void }) {
  const { mutate, isPending } = useRemoveBudget()
  return (
    <Confirm
      isOpen
      question="Remove this budget?"
      answer="Remove"
      isDestructive
      isPending={isPending}
      confirm={() => mutate({ params: { id: budget._id } }, { onSettled: close })}
      close={close}
    >
      <p>
        {subjectOf(budget)}: {asDollars(budget.amount)} a {periodWords[budget.period].toLowerCase()}. Orders will no
        longer be checked against it.
      </p>
    </Confirm>
  )
}
