import type { App } from '#platform/feature.ts'
import { Postponed } from '#platform/jobs/worker.ts'
import { checkQueued } from './deliveries/update-deliveries.ts'
import { receiveFolder } from './receive-folder.ts'
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

  const { TRACE_FOLDER: folder, OWN_GLNS: ownGlns } = config
  if (folder)
    job({
      kind: 'traceability.receive-folder',
      recurs: {},
      run: async (_payload, signal) => {
        await receiveFolder({ db, log, folder, ownGlns, signal })
        throw new Postponed(30, 'Looks into the folder again in 30 seconds.')
      },
      mostAttempts: Infinity,
    })

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
