import type { App } from '#platform/feature.ts'
import { businessDay } from '#shared/business-day.ts'
import type { Config } from '#platform/config.ts'
import { transaction } from '#platform/db/connect.ts'
import type { Tx } from '#platform/db/tables.ts'
import { secondsUntilMorning } from '#platform/jobs/wait-for-morning.ts'
import { Postponed } from '#platform/jobs/worker.ts'
import type { AccountHooks } from './account-hooks.ts'
import { announceExpiry } from './announce-expiry.ts'
import { businessUpdateKind } from './queue-business-update.ts'
import { checkLicense } from './check-license.ts'

const expiryKind = 'accounts.announce-expiry'

export const customerJobs = (app: App, news: AccountHooks): void => {
  const { job, db, config } = app

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
        if (await isLicensed(tx, businessId, config))
          await news.onLicenseRenewed(tx, { businessId, actorId: null, request: null })
      }),
  })
}

/** Valid through its last day in the business time zone. */
const isLicensed = async (tx: Tx, businessId: string, { BUSINESS_TIME_ZONE }: Config): Promise<boolean> => {
  const license = await tx
    .selectFrom('license')
    .select('expires_on')
    .where('business_id', '=', businessId)
    .where('place', '=', 1)
    .executeTakeFirst()
  return checkLicense(license?.expires_on ?? null, businessDay(BUSINESS_TIME_ZONE)) !== 'expired'
}
