import type { App } from '#platform/feature.ts'
import { openStore } from '#files/open-store.ts'
import { goOn, importJob } from './apply-import.ts'
import { goOnFetching } from './fetch-pictures.ts'
import { picturesJob } from './queue-pictures.ts'

export const productImportJobs = ({ job, db, http, config, lull }: App): void => {
  const store = openStore(config)
  http.addHook('onClose', async () => store.close())
  // However long the database is away: an import that was begun is brought to its end.
  job({ kind: importJob, run: ({ id = '' }) => goOn(db, id, lull), mostAttempts: Infinity })
  job({
    kind: picturesJob,
    run: ({ id = '' }, signal) => goOnFetching({ db, store, config }, id, signal),
    mostAttempts: Infinity,
  })
}
