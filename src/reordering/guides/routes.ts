import { asBuyer } from '#catalog/resolve-viewer.ts'
import type { App } from '#platform/feature.ts'
import { addLines, changeLine, removeLine } from './change-lines.ts'
import { orderGuides } from './contract.ts'
import { guidesOwner } from './find-guide.ts'
import { makeGuide, removeGuide, renameGuide } from './make-guide.ts'
import { listGuides, readGuide, readPurchases } from './queries.ts'

export const orderGuideRoutes = ({ serve, db, config }: App): void => {
  serve(orderGuides.list, ({ user }) => listGuides(db, guidesOwner(user)))

  serve(orderGuides.make, async ({ body, user, request }) => {
    const { id } = await makeGuide(db, { businessId: guidesOwner(user), ...body, request })
    return { message: 'Order guide saved', _id: id }
  })

  serve(orderGuides.byId, ({ params, user }) =>
    readGuide(db, { id: params.id, businessId: guidesOwner(user) }, asBuyer(config, user)),
  )

  serve(orderGuides.rename, async ({ params, body, user }) => {
    await renameGuide(db, { id: params.id, businessId: guidesOwner(user), ...body })
    return { message: 'Order guide renamed' }
  })

  serve(orderGuides.remove, async ({ params, user }) => {
    await removeGuide(db, { id: params.id, businessId: guidesOwner(user) })
    return { message: 'Order guide deleted' }
  })

  serve(orderGuides.addLines, async ({ params, body, user, request }) => {
    await addLines(db, { id: params.id, businessId: guidesOwner(user), ...body, request })
    return { message: 'Order guide saved' }
  })

  serve(orderGuides.changeLine, async ({ params, body, user, request }) => {
    const { quantity, move } = body
    await changeLine(db, { ...params, businessId: guidesOwner(user), quantity, move, request })
    return { message: 'Order guide saved' }
  })

  serve(orderGuides.removeLine, async ({ params, user }) => {
    await removeLine(db, { ...params, businessId: guidesOwner(user) })
    return { message: 'Line removed' }
  })

  serve(orderGuides.purchases, ({ query, user }) =>
    readPurchases(db, { businessId: guidesOwner(user), days: query.days }, asBuyer(config, user)),
  )
}
