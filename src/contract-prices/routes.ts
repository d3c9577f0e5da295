import type { App } from '#platform/feature.ts'
import { contractPrices } from './contract.ts'
import { customerPricesFile, type FindAmong, listCustomerPrices, productPricesFile } from './list-prices.ts'
import { setCustomerPrice } from './set-price.ts'

export const contractPriceRoutes = ({ serve, serveFile, db }: App, findAmong: FindAmong): void => {
  serveFile(contractPrices.productPricesFile, ({ params }) => productPricesFile(db, params.id))

  serve(contractPrices.customerPrices, ({ params, query }) =>
    listCustomerPrices(db, { userId: params.id, ...query }, findAmong),
  )

  serveFile(contractPrices.customerPricesFile, ({ params }) => customerPricesFile(db, params.id))

  serve(contractPrices.setCustomerPrice, async ({ params, body, user, request }) => {
    const count = await setCustomerPrice(db, { ...body, userId: params.id, actor: user, request })
    return { message: count === 1 ? '1 price was set.' : `${count} prices were set.` }
  })
}
