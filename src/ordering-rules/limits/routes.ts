import type { App } from '#platform/feature.ts'
import { asBuyer } from '#catalog/resolve-viewer.ts'
import { allocations } from './contract.ts'
import { countAllocations } from './count-allocations.ts'
import { allocationOf, listAllocations } from './queries.ts'
import { removeAllocation, setAllocation, setException } from './set-allocation.ts'

export const orderLimitRoutes = ({ serve, db, config }: App): void => {
  const timeZone = config.BUSINESS_TIME_ZONE

  serve(allocations.left, async ({ body, user }) => {
    const businessId = asBuyer(config, user).user?.businessId ?? null
    return Object.fromEntries(await countAllocations(db, { businessId, productIds: body.ids, timeZone }))
  })

  serve(allocations.list, ({ query }) => listAllocations(db, { ...query, timeZone }))

  serve(allocations.ofProduct, ({ params, query }) => allocationOf(db, { productId: params.id, ...query, timeZone }))

  serve(allocations.set, (call) => setAllocation(db, call))

  serve(allocations.remove, (call) => removeAllocation(db, call))

  serve(allocations.except, async (call) => {
    const { body } = call
    await setException(db, call)
    return { message: body.quantity === null ? 'Exception removed' : 'Exception saved' }
  })
}
