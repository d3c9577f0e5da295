import type { App } from '#platform/feature.ts'
import { addHold, releaseHold } from './change-hold.ts'
import { retention } from './contract.ts'
import { listKinds, pageOfHolds } from './queries.ts'

export const retentionRoutes = ({ serve, db, config }: App): void => {
  serve(retention.kinds, () => listKinds(db, config))
  serve(retention.holds, ({ query }) => pageOfHolds(db, query))
  serve(retention.addHold, async (call) => ({ message: 'Legal hold set', _id: await addHold(db, call) }))
  serve(retention.releaseHold, (call) => releaseHold(db, call))
}
