import type { App } from '#platform/feature.ts'
import { setHold, releaseHold } from './change-hold.ts'
import { retention } from './contract.ts'
import { listKinds, pageOfHolds } from './queries.ts'

export const retentionRoutes = ({ serve, db, config }: App): void => {
  serve(retention.kinds, () => listKinds(db, config))
  serve(retention.holds, ({ query }) => pageOfHolds(db, query))
  serve(retention.setHold, async (call) => ({ message: 'Legal hold set', _id: await setHold(db, call) }))
  serve(retention.releaseHold, (call) => releaseHold(db, call))
}
