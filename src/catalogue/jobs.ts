import type { App } from '#platform/feature.ts'
import { Postponed } from '#platform/jobs/worker.ts'
import { countPurchases } from '#recommendations/count-purchases.ts'

const countKind = 'catalogue.count-purchases'
const anHour = 3_600

/** What is bought most ranks first among products that fit a text alike. */
export const catalogueJobs = ({ job, db }: App): void => {
  job({
    kind: countKind,
    recurs: {},
    run: async () => {
      await countPurchases(db)
      throw new Postponed(anHour, 'Counts again in an hour.')
    },
  })
}
