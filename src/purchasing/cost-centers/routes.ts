import type { App } from '#platform/feature.ts'
import { costCenters } from './contract.ts'
import { choosableCostCenters, listCostCenters } from './read-cost-centers.ts'
import {
  addCostCenter,
  changeCostCenter,
  requireCostCenter,
  requirePurchaseOrder,
  chooseBackorders,
} from './save-cost-centers.ts'

export const costCenterRoutes = ({ serve, db }: App): void => {
  serve(costCenters.list, ({ user }) => listCostCenters(db, user))

  serve(costCenters.add, async (call) => ({ message: 'Cost center added', _id: await addCostCenter(db, call) }))

  serve(costCenters.change, (call) => changeCostCenter(db, call))

  serve(costCenters.require, async (call) => {
    await requireCostCenter(db, call)
    return { message: call.body.isRequired ? 'Every order now needs a cost center' : 'Cost centers are now optional' }
  })

  serve(costCenters.requirePurchaseOrder, async (call) => {
    await requirePurchaseOrder(db, call)
    const { isRequired } = call.body
    return {
      message: isRequired ? 'Every order now needs a purchase order number' : 'Purchase order numbers are now optional',
    }
  })

  serve(costCenters.chooseBackorders, async (call) => {
    await chooseBackorders(db, call)
    return {
      message: call.body.backorders
        ? 'Buyers now choose for each order'
        : 'Buyers are no longer asked about backorders',
    }
  })

  serve(costCenters.choices, (call) => choosableCostCenters(db, call))
}
