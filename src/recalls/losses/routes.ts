import type { App } from '#platform/feature.ts'
import { losses } from './contract.ts'
import { pageOfLosses } from './queries.ts'
import { updateLoss } from './report-loss.ts'

export const lossRoutes = ({ serve, db }: App): void => {
  serve(losses.list, ({ query }) => pageOfLosses(db, query))
  serve(losses.followUp, (call) => updateLoss(db, call))
}
