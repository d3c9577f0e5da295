import type { App } from '#platform/feature.ts'
import { Postponed } from '#platform/jobs/worker.ts'
import { announceExpiry, secondsUntilNextNotices } from './announce-expiry.ts'
import { lockedKind, mailLockedNotice } from './tell-locked.ts'
import { mailResetKey, resetKind } from './reset-password.ts'

const expiryKind = 'accounts.announce-expiry'

export const accountJobs = (app: App): void => {
  const { job, db, config } = app

  job({
    kind: expiryKind,
    recurs: {},
    run: async () => {
      await announceExpiry(app)
      throw new Postponed(await secondsUntilNextNotices(app), 'Looks again tomorrow morning.')
    },
    // A day without the database must not end the notices until somebody restarts the portal.
    mostAttempts: Infinity,
  })

  job({ kind: lockedKind, run: ({ email = '' }) => mailLockedNotice(db, config, email) })

  job({
    kind: resetKind,
    run: async ({ email = '', requestId = '', ip = '', isFlooded }) => {
      await mailResetKey(db, config, { email, request: { id: requestId, ip }, isFlooded: isFlooded === '1' })
    },
  })
}
