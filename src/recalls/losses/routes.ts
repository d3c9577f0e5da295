import type { App } from '#platform/feature.ts'
import { losses } from './contract.ts'
import { lossesOfOrder, pageOfLosses } from './queries.ts'
import { refuseUnseenOrder, reportLoss, updateLoss } from './report-loss.ts'

export const lossRoutes = ({ serve, db, config }: App): void => {
  serve(losses.report, (call) => reportLoss(db, config, call))
  serve(losses.ofOrder, async ({ params, user }) => {
    await refuseUnseenOrder(db, user, params.id)
    return lossesOfOrder(db, params.id)
  })
  serve(losses.list, ({ query }) => pageOfLosses(db, query))
  serve(losses.followUp, (call) => updateLoss(db, call))
}
