import type { App } from '#platform/feature.ts'
import { Postponed } from '#platform/jobs/worker.ts'
import { businessDay } from '#shared/business-day.ts'
import { countPurchases } from './count-purchases.ts'
import { relateProducts } from './relate-products.ts'

const countKind = 'catalogue.count-purchases'
const relateKind = 'reports.relate-products'
const anHour = 3_600
const sixHours = 21_600

export const recommendationJobs = ({ job, db, config }: App): void => {
  // Frequently bought products rank first among products that match a text equally well.
  job({
    kind: countKind,
    isInternal: true,
    recurs: {},
    run: async () => {
      await countPurchases(db, businessDay(config.BUSINESS_TIME_ZONE))
      throw new Postponed(anHour, 'Counts again in an hour.')
    },
  })

  job({
    kind: relateKind,
    isInternal: true,
    recurs: {},
    run: async () => {
      await relateProducts(db)
      throw new Postponed(sixHours, 'Checks again in six hours.')
    },
  })
}
