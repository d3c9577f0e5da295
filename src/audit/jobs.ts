import type { App } from '#platform/feature.ts'
import { Postponed } from '#platform/jobs/worker.ts'
import { saveHead, readHeads } from './save-heads.ts'
import { sealTrail } from './seal-trail.ts'
import { trailKeys } from './trail-keys.ts'
import { type TrailCheck, verifyTrail } from './verify-trail.ts'

const sealKind = 'audit.seal'
const secondsBetween = 20
const headKind = 'audit.head'
const secondsInADay = 86_400

/** Reports the daily verification; implemented by another room. */
type Tell = (check: TrailCheck) => Promise<void>

export const auditJobs = ({ job, db, config, log }: App, notify: Tell): void => {
  const keys = trailKeys(config)
  job({
    kind: sealKind,
    recurs: {},
    run: async () => {
      await sealTrail(db, keys)
      // A failure to write the head file must not stop the sealing.
      await saveHead(db, config).catch((error: unknown) => log.warn({ err: error }, 'audit trail head was not stored'))
      throw new Postponed(secondsBetween, 'Seals the next entries shortly.')
    },
  })
  job({
    kind: headKind,
    recurs: {},
    run: async () => {
      const { isIntact, reason, sealed, head } = await verifyTrail(db, { keys, heads: await readHeads(config) })
      const check = { isIntact, reason, sealed, head: head && `${sealed}:${head}` }
      if (isIntact) log.info(check, 'the audit trail is intact')
      else log.error(check, 'the audit trail is broken')
      await notify(check)
      throw new Postponed(secondsInADay, 'Checks the trail again tomorrow.')
    },
  })
}
