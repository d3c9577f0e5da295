import type { App } from '#platform/feature.ts'
import { productImport } from './contract.ts'
import { importProducts, rowsIn } from './import-products.ts'

export const productImportRoutes = ({ serve, db }: App): void => {
  serve(
    productImport.importProducts,
    ({ query, body, user, request }) =>
      importProducts(db, { actorId: user._id, rows: rowsIn(body), how: query, request }),
    { bodyLimit: 5 * 1024 * 1024 },
  )
}
