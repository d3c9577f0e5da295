import type { App } from '#platform/feature.ts'
import { Postponed } from '#platform/jobs/worker.ts'
import { sealTrail } from './seal-trail.ts'

const sealKind = 'audit.seal'
const secondsBetween = 20

export const auditJobs = ({ job, db }: App): void => {
  job({
    kind: sealKind,
    recurs: {},
    run: async () => {
      await sealTrail(db)
      throw new Postponed(secondsBetween, 'Seals again in a moment.')
    },
  })
}
