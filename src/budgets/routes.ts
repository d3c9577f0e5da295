import type { App } from '#platform/feature.ts'
import { budgets, costCenters } from './contract.ts'
import { addBudget, changeBudget, removeBudget } from './save-budgets.ts'
import { addCostCenter, changeCostCenter, requireCostCenter } from './save-cost-centers.ts'
import { budgetsLeft, listBudgets } from './read-budgets.ts'
import { choosableCostCenters, listCostCenters } from './read-cost-centers.ts'

export const budgetRoutes = (app: App): void => {
  costCenterRoutes(app)
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

const costCenterRoutes = ({ serve, db }: App): void => {
  serve(costCenters.list, ({ user }) => listCostCenters(db, user))

  serve(costCenters.add, async ({ body, user, request }) => {
    const _id = await addCostCenter(db, { caller: user, request, ...body })
    return { message: 'Cost center added', _id }
  })

  serve(costCenters.change, async ({ params, body, user, request }) => {
    await changeCostCenter(db, { caller: user, request, id: params.id, ...body })
    return { message: 'Cost center saved' }
  })

  serve(costCenters.require, async ({ body, user, request }) => {
    await requireCostCenter(db, { caller: user, request, ...body })
    return { message: body.isRequired ? 'Every order now needs a cost center' : 'Cost centers are now optional' }
  })

  serve(costCenters.choices, ({ query, user }) => choosableCostCenters(db, { caller: user, forUser: query.forUser }))
}
