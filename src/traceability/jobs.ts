import type { App } from '#platform/feature.ts'
import { Postponed } from '#platform/jobs/worker.ts'
import { checkQueued } from './deliveries/update-deliveries.ts'
import { openBucket } from './open-bucket.ts'
import { openFolder } from './open-folder.ts'
import { type Inbox, receiveInbox } from './receive-inbox.ts'
import { mailOverdue } from './requests/record-request.ts'

export const traceabilityJobs = ({ job, db, config, log }: App): void => {
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

  const { TRACE_FOLDER: folder, TRACE_BUCKET: bucket, OWN_GLNS: ownGlns } = config
  const watch = (kind: string, inbox: Inbox) =>
    job({
      kind,
      recurs: {},
      run: async (_payload, signal) => {
        await receiveInbox({ db, log, inbox, ownGlns, signal })
        throw new Postponed(30, 'Looks for documents again in 30 seconds.')
      },
      mostAttempts: Infinity,
    })
  if (folder) watch('traceability.receive-folder', openFolder(folder))
  if (bucket) watch('traceability.receive-bucket', openBucket(bucket))

  job({
    kind: 'traceability.overdue-requests',
    recurs: {},
    run: async () => {
      await mailOverdue(db, config)
      throw new Postponed(60, 'Looks for overdue requests again in a minute.')
    },
    mostAttempts: Infinity,
  })
}
