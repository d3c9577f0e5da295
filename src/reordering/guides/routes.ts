import { asBuyer } from '#catalog/resolve-viewer.ts'
import type { App } from '#platform/feature.ts'
import { addLines, changeLine, removeLine } from './change-lines.ts'
import { orderGuides } from './contract.ts'
import { guidesOwner } from './find-guide.ts'
import { makeGuide, removeGuide, renameGuide } from './make-guide.ts'
import { removeSchedule, saveSchedule, skipOrder } from './save-schedule.ts'
import { listGuides, readGuide, readPurchases } from './queries.ts'

export const orderGuideRoutes = ({ serve, db, config }: App): void => {
  serve(orderGuides.list, ({ user }) => listGuides(db, guidesOwner(user), asBuyer(config, user)))

  serve(orderGuides.make, async (call) => {
    const { id, left } = await makeGuide(db, config.BUSINESS_TIME_ZONE, call)
    const saved = call.body.schedule ? 'Standing order saved' : 'Order guide saved'
    return { message: left === 0 ? saved : `${saved}. ${unsoldWords(left)}`, _id: id }
  })

  serve(orderGuides.byId, ({ params, user }) =>
    readGuide(db, { id: params.id, businessId: guidesOwner(user) }, asBuyer(config, user)),
  )

  serve(orderGuides.rename, (call) => renameGuide(db, call))

  serve(orderGuides.remove, (call) => removeGuide(db, call))

  serve(orderGuides.addLines, (call) => addLines(db, call))

  serve(orderGuides.changeLine, (call) => changeLine(db, call))

  serve(orderGuides.removeLine, (call) => removeLine(db, call))

  serve(orderGuides.schedule, (call) => saveSchedule(db, config.BUSINESS_TIME_ZONE, call))

  serve(orderGuides.skip, (call) => skipOrder(db, call))

  serve(orderGuides.removeSchedule, (call) => removeSchedule(db, call))

  serve(orderGuides.purchases, ({ query, user }) =>
    readPurchases(db, { businessId: guidesOwner(user), days: query.days }, asBuyer(config, user)),
  )
}

const unsoldWords = (count: number): string =>
  count === 1
    ? '1 product is no longer sold and was left out.'
    : `${count} products are no longer sold and were left out.`
