import type { App } from '#platform/feature.ts'
import { requirePassword } from '#platform/http/require-password.ts'
import { productImport } from './contract.ts'
import { importProducts, rowsIn } from './import-products.ts'

export const productImportRoutes = ({ serve, db }: App): void => {
  serve(
    productImport.importProducts,
    async ({ query, body, user, request }) => {
      // A long import is not stopped on its way.
      if (!query.preview && !query.part) requirePassword(user)
      return importProducts(db, { actorId: user._id, rows: rowsIn(body), how: query, request })
    },
    { bodyLimit: 5 * 1024 * 1024 },
  )
}
