import type { App } from '#platform/feature.ts'
import { Postponed } from '#platform/jobs/worker.ts'
import { purgeDueRecords } from './purge-due-records.ts'

const aDay = 86_400

export const retentionJobs = ({ job, db, config }: App): void =>
  job({
    kind: 'retention.purge',
    recurs: {},
    run: async () => {
      if (config.PURGE_RECORDS) await purgeDueRecords(db, config.RECORD_YEARS)
      throw new Postponed(aDay, 'Purges again tomorrow.')
    },
    mostAttempts: Infinity,
  })
