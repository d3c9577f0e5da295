import { bySystem } from '#platform/act.ts'
import type { App } from '#platform/feature.ts'
import { transaction } from '#platform/db/connect.ts'
import { secondsUntilMorning } from '#platform/jobs/wait-for-morning.ts'
import { Postponed } from '#platform/jobs/worker.ts'
import type { AccountHooks } from './account-hooks.ts'
import { announceExpiry } from './announce-expiry.ts'
import { businessUpdateKind } from './queue-business-update.ts'

const expiryKind = 'accounts.announce-expiry'

export const customerJobs = (app: App, news: AccountHooks): void => {
  const { job, db } = app

  job({
    kind: expiryKind,
    recurs: {},
    run: async () => {
      await announceExpiry(app)
      throw new Postponed(await secondsUntilMorning(app), 'Checks again tomorrow morning.')
    },
    // Retry forever: a day without the database must not stop the notices until the next restart.
    mostAttempts: Infinity,
  })

  job({
    kind: businessUpdateKind,
    run: ({ businessId = '', number = '' }) =>
      transaction(db, async (tx) => {
        if (number) return news.onNumberChanged(tx, { businessId, numbers: [number] })
        await news.onLicenseChanged(tx, businessId, bySystem)
      }),
  })
}
