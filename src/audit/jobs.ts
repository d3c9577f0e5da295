import type { App } from '#server/app.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { Postponed } from '#server/jobs/worker.ts'
import { sealTrail } from './seal-trail.ts'

const sealKind = 'audit.seal'
const secondsBetween = 20

export const auditJobs = ({ job, db, http }: App): void => {
  job({
    kind: sealKind,
    run: async () => {
      await sealTrail(db)
      throw new Postponed(secondsBetween, 'Seals again in a moment.')
    },
  })
  http.addHook('onReady', () => enqueue(db, { kind: sealKind, key: 'only' }))
}
