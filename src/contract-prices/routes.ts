import type { App } from '#platform/feature.ts'
import { contractPrices } from './contract.ts'
import { importCustomerPrices, importProductPrices, setCustomerPrice } from './import-prices.ts'
import { customerPricesFile, type FindAmong, listCustomerPrices, productPricesFile } from './list-prices.ts'

/** For whole price lists. */
const large = { bodyLimit: 5 * 1024 * 1024 }

export const contractPriceRoutes = ({ serve, serveFile, db }: App, findAmong: FindAmong): void => {
  serveFile(contractPrices.productPricesFile, ({ params }) => productPricesFile(db, params.id))

  serve(
    contractPrices.importProductPrices,
    ({ params, body, user, request }) =>
      importProductPrices(db, { actor: user, productId: params.id, csv: body.csv, request }),
    large,
  )

  serve(contractPrices.customerPrices, ({ params, query }) =>
    listCustomerPrices(db, { userId: params.id, ...query }, findAmong),
  )

  serveFile(contractPrices.customerPricesFile, ({ params }) => customerPricesFile(db, params.id))

  serve(
    contractPrices.importCustomerPrices,
    ({ params, body, user, request }) =>
      importCustomerPrices(db, { actor: user, userId: params.id, csv: body.csv, request }),
    large,
  )

  serve(contractPrices.setCustomerPrice, ({ params, body, user, request }) =>
    setCustomerPrice(db, { ...body, userId: params.id, actor: user, request }),
  )
}
