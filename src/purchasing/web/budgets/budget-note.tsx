import type { ReactNode } from 'react'
import { toCents } from '#shared/money.ts'
import { Status } from '#web/ui/status.tsx'
import { type BudgetLeft, budgetWords } from '../../budgets/budget-shapes.ts'
import styles from './budgets.module.css'
import { useBudgetsLeft } from './hooks.ts'

interface Props {
  /** The customer that staff are ordering for. */
  forUser: string | undefined
  costCenterId?: string | undefined
  /** Total of the order. */
  total: number
}

/** Budgets that an order counts toward, and whether it fits; nothing without budgets. */
export function BudgetNote(props: Props) {
  return <Budgets {...props}>{(budgets) => budgets}</Budgets>
}

interface BudgetsProps extends Props {
  /** The budgets, and whether a blocking one would refuse the order, as far as they have loaded. */
  children: (budgets: ReactNode, isOverBudget: boolean) => ReactNode
}

export function Budgets({ forUser, costCenterId, total, children }: BudgetsProps) {
  const { data } = useBudgetsLeft({ forUser, costCenterId })
  const budgets = data?.budgets ?? []
  const isOverBudget = budgets.some((budget) => budget.mode === 'stop' && isOver(budget, total))
  return children(<BudgetList budgets={budgets} total={total} />, isOverBudget)
}

const isOver = ({ left }: BudgetLeft, total: number): boolean => toCents(total) > toCents(left)

export function BudgetList({ budgets, total }: { budgets: readonly BudgetLeft[]; total: number }) {
  if (budgets.length === 0) return null
  return (
    <ul className={styles.left} aria-label="Budgets">
      {budgets.map((budget) => (
        <li key={budget._id}>
          <span>
            {budget.title}: <span className={styles.figures}>{budgetWords(budget)}</span>
          </span>
          <BudgetFit budget={budget} total={total} />
        </li>
      ))}
    </ul>
  )
}

function BudgetFit({ budget, total }: { budget: BudgetLeft; total: number }) {
  if (!isOver(budget, total)) return null
  if (budget.mode === 'stop') return <Status tone="bad">Over budget: this order will be blocked</Status>
  return (
    <Status tone="notice">
      {budget.mode === 'ask' ? 'Over budget: needs approval' : 'Over budget: managers will be notified'}
    </Status>
  )
}
