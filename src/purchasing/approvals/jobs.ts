import type { App } from '#platform/feature.ts'
import { Postponed } from '#platform/jobs/worker.ts'
import { expireRequests } from './expire-requests.ts'

const quarterHour = 900

export const approvalJobs = ({ job, db, config }: App): void =>
  job({
    kind: 'approvals.expire',
    recurs: {},
    run: async () => {
      await expireRequests(db, config.PUBLIC_URL)
      throw new Postponed(quarterHour, 'Checks again in 15 minutes.')
    },
    // An hour without the database must not stop the job until the next restart.
    mostAttempts: Infinity,
  })
