import type { App } from '#server/app.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { Postponed } from '#server/jobs/worker.ts'
import { countPurchases } from './count-purchases.ts'

const countKind = 'catalogue.count-purchases'
const anHour = 3_600

/** What is bought most ranks first among products that fit a text alike. */
export const catalogueJobs = ({ job, db, http }: App): void => {
  job({
    kind: countKind,
    run: async () => {
      await countPurchases(db)
      throw new Postponed(anHour, 'Counts again in an hour.')
    },
  })

  http.addHook('onReady', () => enqueue(db, { kind: countKind, key: 'only' }))
}
