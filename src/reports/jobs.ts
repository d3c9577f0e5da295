import type { App } from '#platform/feature.ts'
import { Postponed } from '#platform/jobs/worker.ts'
import { compactSales } from './compact-sales.ts'
import { countBreakdowns } from './count-breakdowns.ts'

const compactKind = 'reports.compact-sales'
/** Seconds between compactions: short while orders arrive, so that few rows stay pending. */
const whileBusy = 1
const whileQuiet = 5
/** Seconds between counts of the breakdowns. */
const betweenCounts = 15

export const reportJobs = ({ job, db }: App): void => {
  job({
    kind: compactKind,
    isInternal: true,
    recurs: {},
    run: async () => {
      const compacted = await compactSales(db)
      throw new Postponed(compacted > 0 ? whileBusy : whileQuiet, 'Compacts again in a moment.')
    },
  })

  job({
    kind: 'reports.count-breakdowns',
    isInternal: true,
    recurs: {},
    run: async () => {
      const isDone = await countBreakdowns(db)
      throw new Postponed(isDone ? betweenCounts : 0, 'Counts again in a moment.')
    },
  })
}
