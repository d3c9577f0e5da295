import type { App } from '#platform/feature.ts'
import { goOn, importJob } from './apply-import.ts'

export const productImportJobs = ({ job, db }: App): void =>
  // However long the database is away: an import that was begun is brought to its end.
  job({ kind: importJob, run: ({ id = '' }) => goOn(db, id), mostAttempts: Infinity })
