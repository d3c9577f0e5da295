import type { App } from '#platform/feature.ts'
import { sortByForm } from './sort-products.ts'

export const catalogJobs = ({ job, db }: App): void => {
  job({ kind: 'catalogue.sort-by-form', isInternal: true, recurs: {}, run: () => sortByForm(db) })
}
