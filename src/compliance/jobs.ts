import type { App } from '#platform/feature.ts'
import { transaction } from '#platform/db/connect.ts'
import { secondsUntilMidnight, secondsUntilMorning } from '#platform/jobs/wait-for-morning.ts'
import { Postponed } from '#platform/jobs/worker.ts'
import { businessDay } from '#shared/business-day.ts'
import { announceExpiry } from './licenses/announce-expiry.ts'
import { countBegunSchedules } from './schedules/count-begun.ts'

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

  app.job({
    kind: 'compliance.count-schedules',
    isInternal: true,
    recurs: {},
    run: async () => {
      const day = businessDay(app.config.BUSINESS_TIME_ZONE)
      await transaction(app.db, (tx) => countBegunSchedules(tx, day))
      throw new Postponed(await secondsUntilMidnight(app), 'Schedules of States begin at midnight.')
    },
    mostAttempts: Infinity,
  })
}
