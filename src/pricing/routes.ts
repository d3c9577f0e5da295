import { customerToOrderFor } from '#identity/find-customer.ts'
import { businessDay } from '#shared/business-day.ts'
import type { App } from '#platform/feature.ts'
import { changeList, makeList, removeList } from './change-list.ts'
import { contractPrices, priceLists } from './contract.ts'
import { customerPricesFile, type FindAmong, listCustomerPrices, productPricesFile } from './list-prices.ts'
import { entriesFile, findList, listEntries, listLists } from './queries.ts'
import { setCustomerPrice } from './write-prices.ts'
import { simulatePrice } from './simulate-price.ts'
import { setEntry } from './write-entries.ts'

export const contractPriceRoutes = (app: App, findAmong: FindAmong): void => {
  const { serve, serveFile, db } = app
  serveFile(contractPrices.productPricesFile, ({ params }) => productPricesFile(db, params.id))

  serve(contractPrices.customerPrices, ({ params, query }) =>
    listCustomerPrices(db, { userId: params.id, ...query }, findAmong),
  )

  serveFile(contractPrices.customerPricesFile, ({ params }) => customerPricesFile(db, params.id))

  serve(contractPrices.setCustomerPrice, async (call) => {
    const count = await setCustomerPrice(db, call)
    return { message: count === 1 ? '1 price was set.' : `${count} prices were set.` }
  })

  priceListRoutes(app, findAmong)
}

const priceListRoutes = ({ serve, serveFile, db, config }: App, findAmong: FindAmong): void => {
  const today = () => businessDay(config.BUSINESS_TIME_ZONE)

  serve(priceLists.list, () => listLists(db, today()))

  serve(priceLists.make, async (call) => ({ message: 'Price list saved', _id: await makeList(db, call) }))

  serve(priceLists.byId, ({ params }) => findList(db, params.id, today()))

  serve(priceLists.change, (call) => changeList(db, call))

  serve(priceLists.remove, (call) => removeList(db, call))

  serve(priceLists.entries, ({ params, query }) => listEntries(db, { id: params.id, ...query }, findAmong))

  serve(priceLists.setEntry, async (call) => {
    const { body } = call
    await setEntry(db, call)
    return { message: body.price === null && body.percentOff === null ? 'Price removed' : 'Price saved' }
  })

  serveFile(priceLists.file, ({ params }) => entriesFile(db, params.id, 'csv'))
  serveFile(priceLists.workbook, ({ params }) => entriesFile(db, params.id, 'xlsx'))

  serve(priceLists.simulate, async ({ query, user }) => {
    const { business_id: businessId } = await customerToOrderFor(db, user, query.user)
    const { product: productId, quantity, day } = query
    return simulatePrice(db, { businessId: businessId ?? '', productId, quantity, day })
  })
}
