import type { BudgetWarning } from '#orders/checkout/purchase-policy.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { asDollars, toCents, toDollars } from '#shared/money.ts'
import { type BudgetLeft, budgetWords } from './budget-shapes.ts'
import { countSpent, type Spent } from './count-spent.ts'
import { costCenterWords } from '#orders/charge-shapes.ts'

interface Params {
  businessId: string
  /** The budgets that the order counts toward; locked by this transaction. */
  ids: string[]
  reader: BudgetReader
  total: number
  timeZone: string
}

export interface BudgetReader {
  _id: string
  /** Staff see what is left, not the amount of the budget. */
  isStaff: boolean
}

/**
 * Refuses an order over a blocking budget and returns the other budgets that it exceeds. The budgets stay locked until
 * the order is written or refused, so a concurrent order against the same budget waits and then counts this one.
 */
export const checkBudgets = async (tx: Tx, counting: Params): Promise<BudgetWarning[]> => {
  const { reader, total } = counting
  const over = await budgetsOver(tx, counting)
  const stopped = over.filter(({ mode }) => mode === 'stop')
  if (stopped.length === 0) return over.map((one) => warningOf(one, reader, total))
  const budgets = stopped.map((one) => leftOf(one, reader))
  const reasons = budgets.map((one) => `${one.title}: ${budgetWords(one)}.`)
  throw new Refusal(409, `This order of ${asDollars(total)} is over budget. ${reasons.join(' ')}`, {
    overBudget: budgets,
  })
}

/** The budgets that an order of this total exceeds. */
export const budgetsOver = async (
  db: Db | Tx,
  { businessId, ids, total, timeZone }: Omit<Params, 'reader'>,
): Promise<Spent[]> => {
  if (ids.length === 0) return []
  const spent = await countSpent(db, { businessId, ids, timeZone })
  return spent.filter(({ used, amount }) => toCents(used) + toCents(total) > toCents(amount))
}

/** Why an order over this budget needs approval, for the buyer and the approvers. */
export const approvalReasonOf = (
  { title, amount, used, until }: Pick<BudgetWarning, 'title' | 'amount' | 'used' | 'until'>,
  total: number,
): string => {
  const left = toDollars(toCents(amount) - toCents(used) - toCents(total))
  return `${title}: ${budgetWords({ left, amount, until })}.`
}

const warningOf = (spent: Spent, reader: BudgetReader, total: number): BudgetWarning => {
  const { id: budgetId, mode, amount, used, from, until } = spent
  const left = leftOf(spent, reader)
  const sentence = `${left.title}: ${budgetWords({ ...left, left: toDollars(toCents(left.left) - toCents(total)) })}.`
  return {
    budgetId,
    mode: mode === 'ask' ? 'ask' : 'warn',
    title: titleOf(spent, null),
    amount,
    used,
    from,
    until,
    sentence,
  }
}

export const leftOf = (spent: Spent, reader: BudgetReader): BudgetLeft => ({
  _id: spent.id,
  title: titleOf(spent, reader),
  mode: spent.mode,
  left: toDollars(toCents(spent.amount) - toCents(spent.used)),
  ...(!reader.isStaff && { amount: spent.amount }),
  until: spent.until,
})

export const titleOf = ({ userId, name, lastName, code, centerName }: Spent, reader: BudgetReader | null): string => {
  if (userId !== null)
    return userId === reader?._id ? 'Your budget' : `Budget for ${name ?? ''} ${lastName ?? ''}`.trim()
  if (code !== null) return `Budget for cost center ${costCenterWords({ code, name: centerName ?? '' })}`
  return 'Business budget'
}
