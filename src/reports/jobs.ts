import type { App } from '#server/app.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { Postponed } from '#server/jobs/worker.ts'
import { foldSales } from './fold-sales.ts'
import { relateProducts } from './relate-products.ts'

const foldKind = 'reports.fold-sales'
const relateKind = 'reports.relate-products'
const aMoment = 15
const sixHours = 21_600

export const reportJobs = ({ job, db, http }: App): void => {
  job({
    kind: foldKind,
    run: async () => {
      await foldSales(db)
      throw new Postponed(aMoment, 'Folds again in a moment.')
    },
  })

  job({
    kind: relateKind,
    run: async () => {
      await relateProducts(db)
      throw new Postponed(sixHours, 'Looks again in six hours.')
    },
  })

  http.addHook('onReady', async () => {
    await enqueue(db, { kind: foldKind, key: 'only' })
    await enqueue(db, { kind: relateKind, key: 'only' })
  })
}
