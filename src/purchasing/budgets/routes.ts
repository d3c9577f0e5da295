import type { App } from '#platform/feature.ts'
import { budgets } from './contract.ts'
import { addBudget, changeBudget, removeBudget } from './save-budgets.ts'
import { budgetsLeft, listBudgets } from './read-budgets.ts'

export const budgetRoutes = ({ serve, db, config }: App): void => {
  const { BUSINESS_TIME_ZONE: timeZone } = config

  serve(budgets.list, ({ user }) => listBudgets(db, user, timeZone))

  serve(budgets.add, async (call) => ({ message: 'Budget added', _id: await addBudget(db, call) }))

  serve(budgets.change, (call) => changeBudget(db, call))

  serve(budgets.remove, (call) => removeBudget(db, call))

  serve(budgets.left, (call) => budgetsLeft(db, timeZone, call))
}
