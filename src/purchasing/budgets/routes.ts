import type { App } from '#platform/feature.ts'
import { budgets } from './contract.ts'
import { addBudget, changeBudget, removeBudget } from './save-budgets.ts'
import { budgetsLeft, listBudgets } from './read-budgets.ts'

export const budgetRoutes = (app: App): void => {
  const { serve, db, config } = app
  const { BUSINESS_TIME_ZONE: timeZone } = config

  serve(budgets.list, ({ user }) => listBudgets(db, user, timeZone))

  serve(budgets.add, async ({ body, user, request }) => {
    const _id = await addBudget(db, { caller: user, request, facts: body })
    return { message: 'Budget added', _id }
  })

  serve(budgets.change, async ({ params, body, user, request }) => {
    await changeBudget(db, { caller: user, request, id: params.id, ...body })
    return { message: 'Budget saved' }
  })

  serve(budgets.remove, async ({ params, user, request }) => {
    await removeBudget(db, { caller: user, request, id: params.id })
    return { message: 'Budget removed' }
  })

  serve(budgets.left, ({ query: { forUser, costCenterId }, user }) =>
    budgetsLeft(db, { caller: user, forUser, costCenterId, timeZone }),
  )
}
