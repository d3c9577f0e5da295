import { bySystem } from '#platform/act.ts'
import { transaction } from '#platform/db/connect.ts'
import type { App } from '#platform/feature.ts'
import { Postponed } from '#platform/jobs/worker.ts'
import { recheckHolds } from './release-orders.ts'

const anHour = 3_600

export const orderJobs = ({ job, db, config }: App): void => {
  // An order that was placed while its license was recorded may not have seen it.
  job({
    kind: 'orders.recheck-holds',
    recurs: {},
    run: async () => {
      await transaction(db, (tx) => recheckHolds(tx, config, { businessId: null, by: bySystem }))
      throw new Postponed(anHour, 'Checks again in an hour.')
    },
    mostAttempts: Infinity,
  })
}
