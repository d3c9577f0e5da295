import type { App } from '#platform/feature.ts'
import { secondsUntilMorning } from '#platform/jobs/wait-for-morning.ts'
import { Postponed } from '#platform/jobs/worker.ts'
import { announceExpiry } from './licenses/announce-expiry.ts'

export const complianceJobs = (app: App): void => {
  app.job({
    kind: 'compliance.announce-expiry',
    recurs: {},
    run: async () => {
      await announceExpiry(app)
      throw new Postponed(await secondsUntilMorning(app), 'Checks again tomorrow morning.')
    },
    // Retry forever: a day without the database must not stop the notices until the next restart.
    mostAttempts: Infinity,
  })
}
