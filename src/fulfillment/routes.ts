import { isOwnOrder, visibleOwner } from '#customers/business/own-records.ts'
import type { App } from '#platform/feature.ts'
import { answerSubstitute, type ExceptionPorts, listSubstitutes } from './resolve-substitute.ts'
import { fulfillment } from './contract.ts'
import { readBackorders } from './read-backorders.ts'

const mostOrders = 200
const mostLines = 100

export const fulfillmentRoutes = ({ serve, db, config }: App, ports: ExceptionPorts): void => {
  serve(fulfillment.substitutes, ({ params, user }) => listSubstitutes(db, user, params.id))
  serve(fulfillment.answerSubstitute, async (call) => {
    const answer = await answerSubstitute(db, { config, ports }, call)
    return { message: answer === 'yes' ? 'Substitute accepted' : 'Substitute declined', answer }
  })
  serve(fulfillment.backorders, async ({ user }) => {
    const lines = await readBackorders(db, isOwnOrder(visibleOwner(user)), mostOrders)
    return lines
      .toSorted((one, other) => (one.expectedOn ?? '9999').localeCompare(other.expectedOn ?? '9999'))
      .slice(0, mostLines)
      .map(({ order, name, slug, coldStatus, deaSchedule, quantity, backordered, expectedOn }) => ({
        orderId: order.id,
        orderIdSap: order.erp_id,
        purchaseOrder: order.purchase_order,
        orderedAt: order.created_at,
        name,
        slug,
        coldStatus,
        deaSchedule,
        ordered: quantity,
        backordered,
        expectedOn,
      }))
  })
}
