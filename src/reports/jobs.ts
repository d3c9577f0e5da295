import type { App } from '#platform/feature.ts'
import { Postponed } from '#platform/jobs/worker.ts'
import { foldSales } from './fold-sales.ts'

const foldKind = 'reports.fold-sales'
/** While orders come, what is not folded stays little; otherwise nobody is kept busy. */
const whileBusy = 1
const whileQuiet = 5

export const reportJobs = ({ job, db }: App): void => {
  job({
    kind: foldKind,
    recurs: {},
    run: async () => {
      const folded = await foldSales(db)
      throw new Postponed(folded > 0 ? whileBusy : whileQuiet, 'Folds again in a moment.')
    },
  })
}
