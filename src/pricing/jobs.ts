import type { App } from '#platform/feature.ts'
import { secondsUntilMorning } from '#platform/jobs/wait-for-morning.ts'
import { Postponed } from '#platform/jobs/worker.ts'
import { announceEnding } from './announce-ending.ts'

export const contractPriceJobs = (app: App): void =>
  app.job({
    kind: 'contract-prices.announce-ending',
    recurs: {},
    run: async () => {
      await announceEnding(app.db, app.config)
      throw new Postponed(await secondsUntilMorning(app), 'Checks again tomorrow morning.')
    },
    // Retry forever: a day without the database must not stop the notices until the next restart.
    mostAttempts: Infinity,
  })
