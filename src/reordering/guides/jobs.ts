import type { App } from '#platform/feature.ts'
import { Postponed } from '#platform/jobs/worker.ts'
import { notifyStanding, standingOrderKind } from './notify-standing.ts'

const aQuarterHour = 900

export const standingOrderJobs = ({ job, db, config }: App): void => {
  job({
    kind: standingOrderKind,
    recurs: {},
    run: async () => {
      await notifyStanding(db, config)
      throw new Postponed(aQuarterHour, 'Checks again in 15 minutes.')
    },
  })
}
