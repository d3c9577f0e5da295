import type { App } from '#platform/feature.ts'
import { Postponed } from '#platform/jobs/worker.ts'
import { checkQueued } from './deliveries/update-deliveries.ts'

export const traceabilityJobs = ({ job, db }: App): void => {
  job({
    kind: 'traceability.check-deliveries',
    isInternal: true,
    recurs: {},
    run: async (_payload, signal) => {
      await checkQueued(db, signal)
      throw new Postponed(30, 'Checks deliveries again in 30 seconds.')
    },
    mostAttempts: Infinity,
  })
}
