import type { App } from '#platform/feature.ts'
import { Postponed } from '#platform/jobs/worker.ts'
import { compactSales } from './compact-sales.ts'

const compactKind = 'reports.compact-sales'
/** Seconds between compactions: short while orders arrive, so that few rows stay pending. */
const whileBusy = 1
const whileQuiet = 5

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
}
