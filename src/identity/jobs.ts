import type { App } from '#platform/feature.ts'
import { mailResetKey, resetKind } from './reset-password.ts'
import { lockedNoticeKind, mailLockedNotice } from './queue-notice.ts'

export const accountJobs = ({ job, db, config }: App): void => {
  job({ kind: lockedNoticeKind, run: ({ email = '' }) => mailLockedNotice(db, config, email) })

  job({
    kind: resetKind,
    run: async ({ email = '', requestId = '', ip = '', isFlooded }) => {
      await mailResetKey(db, config, { email, request: { id: requestId, ip }, isFlooded: isFlooded === '1' })
    },
  })
}
