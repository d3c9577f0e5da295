import type { App } from '#platform/feature.ts'
import { costCenters } from './contract.ts'
import { choosableCostCenters, listCostCenters } from './read-cost-centers.ts'
import { addCostCenter, changeCostCenter, requireCostCenter } from './save-cost-centers.ts'

export const costCenterRoutes = ({ serve, db }: App): void => {
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
