import type { App } from '#platform/feature.ts'
import { changeGroup, makeGroup, removeGroup } from './change-group.ts'
import { businessGroups, contractPrices } from './contract.ts'
import { customerPricesFile, type FindAmong, listCustomerPrices, productPricesFile } from './list-prices.ts'
import { findGroup, listGroups } from './list-groups.ts'
import { setCustomerPrice } from './set-price.ts'

export const contractPriceRoutes = (app: App, findAmong: FindAmong): void => {
  const { serve, serveFile, db } = app
  serveFile(contractPrices.productPricesFile, ({ params }) => productPricesFile(db, params.id))

  serve(contractPrices.customerPrices, ({ params, query }) =>
    listCustomerPrices(db, { userId: params.id, ...query }, findAmong),
  )

  serveFile(contractPrices.customerPricesFile, ({ params }) => customerPricesFile(db, params.id))

  serve(contractPrices.setCustomerPrice, async ({ params, body, user, request }) => {
    const count = await setCustomerPrice(db, { ...body, userId: params.id, actor: user, request })
    return { message: count === 1 ? '1 price was set.' : `${count} prices were set.` }
  })

  groupRoutes(app)
}

const groupRoutes = ({ serve, db }: App): void => {
  serve(businessGroups.list, () => listGroups(db))

  serve(businessGroups.make, async ({ body, user, request }) => ({
    message: 'Group saved',
    _id: await makeGroup(db, { ...body, actor: user, request }),
  }))

  serve(businessGroups.byId, ({ params }) => findGroup(db, params.id))

  serve(businessGroups.change, async ({ params, body, user, request }) => {
    await changeGroup(db, { ...body, id: params.id, actor: user, request })
    return { message: 'Group saved' }
  })

  serve(businessGroups.remove, async ({ params, user, request }) => {
    await removeGroup(db, { id: params.id, actor: user, request })
    return { message: 'Group removed' }
  })
}
