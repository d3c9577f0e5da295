import type { App } from '#platform/feature.ts'
import type { PictureStore } from '#files/open-store.ts'
import { continueImport, importJob } from './apply-import.ts'
import { continueFetching } from './fetch-pictures.ts'
import { picturesJob } from './queue-pictures.ts'

export const productImportJobs = ({ job, db, config }: App, store: PictureStore): void => {
  // Unlimited attempts, so that an import finishes however long the database is away.
  job({ kind: importJob, run: ({ id = '' }) => continueImport(db, id), mostAttempts: Infinity })
  job({
    kind: picturesJob,
    run: ({ id = '' }, signal) => continueFetching({ db, store, config }, id, signal),
    mostAttempts: Infinity,
  })
}
