import { bySystem } from '#platform/act.ts'
import type { App } from '#platform/feature.ts'
import { transaction } from '#platform/db/connect.ts'
import type { AccountHooks } from './account-hooks.ts'
import { businessUpdateKind } from './queue-business-update.ts'

export const customerJobs = ({ job, db }: App, news: AccountHooks): void => {
  job({
    kind: businessUpdateKind,
    run: ({ businessId = '', number = '' }) =>
      transaction(db, async (tx) => {
        if (number) return news.onNumberChanged(tx, { businessId, numbers: [number] })
        await news.onLicenseChanged(tx, businessId, bySystem)
      }),
  })
}
