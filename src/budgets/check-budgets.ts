import { sql } from 'kysely'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Tx } from '#platform/db/tables.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { asDollars, toCents, toDollars } from '#shared/money.ts'
import { type BudgetLeft, budgetWords } from './budget-shapes.ts'
import { countSpent, type Spent } from './count-spent.ts'
import { costCenterWords } from './cost-center-shapes.ts'

interface Params {
  businessId: string | null
  /** The user that the order is for. */
  userId: string
  reader: BudgetReader
  costCenterId: string | null
  total: number
  timeZone: string
}

export interface BudgetReader {
  _id: string
  /** Staff see what is left, not the amount of the budget. */
  isStaff: boolean
}

/**
 * Refuses an order over a blocking budget and returns the warn-only budgets that it exceeds. The budgets stay locked
 * until the order is written or refused, so a concurrent order against the same budget waits and then counts this one.
 */
export const checkBudgets = async (tx: Tx, judging: Params): Promise<Spent[]> => {
  const { businessId, userId, costCenterId, reader, total, timeZone } = judging
  if (businessId === null) return []
  const locked = await lockBudgets(tx, { businessId, userId, costCenterId })
  if (locked.length === 0) return []
  const spent = await countSpent(tx, { businessId, ids: locked.map(({ id }) => id), timeZone })
  const over = spent.filter(({ used, amount }) => toCents(used) + toCents(total) > toCents(amount))
  const stopped = over.filter(({ mode }) => mode === 'stop')
  if (stopped.length === 0) return over
  const budgets = stopped.map((one) => leftOf(one, reader))
  const reasons = budgets.map((one) => `${one.title}: ${budgetWords(one)}.`)
  throw new Refusal(409, `This order of ${asDollars(total)} is over budget. ${reasons.join(' ')}`, {
    overBudget: budgets,
  })
}

/** Locks in id order and after the products, like all other code, to prevent deadlocks. */
const lockBudgets = prepareStatement(
  (_db, { businessId, userId, costCenterId }: { businessId: string; userId: string; costCenterId: string | null }) =>
    sql<{ id: string }>`
      select id from budget
      where business_id = ${businessId}::uuid and (user_id is null or user_id = ${userId}::uuid)
        and (cost_center_id is null or cost_center_id = ${costCenterId}::uuid)
      order by id for no key update`,
)

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
