import type { App } from '#platform/feature.ts'
import { requirePassword } from '#platform/http/require-password.ts'
import { steerImport } from './apply-import.ts'
import { imports, productImport } from './contract.ts'
import { importProducts, rowsIn } from './import-products.ts'
import { findImport, listImports, listRows, reportImport } from './queries.ts'
import { addRows, beginImport, discardImport } from './store-import.ts'

const large = { bodyLimit: 5 * 1024 * 1024 }

export const productImportRoutes = ({ serve, serveFile, db }: App): void => {
  serve(
    productImport.importProducts,
    async ({ query, body, user, request }) => {
      // A long import is not stopped on its way.
      if (!query.preview && !query.part) requirePassword(user)
      return importProducts(db, { actorId: user._id, rows: rowsIn(body), how: query, request })
    },
    large,
  )

  serve(imports.list, ({ query }) => listImports(db, query.page))
  serve(imports.begin, async ({ body, user }) => findImport(db, await beginImport(db, user, body)))
  serve(imports.byId, ({ params }) => findImport(db, params.id))
  serve(
    imports.addRows,
    async ({ params, body, user }) => {
      await addRows(db, user, params.id, body)
      return findImport(db, params.id)
    },
    large,
  )
  serve(imports.rows, ({ params, query }) => listRows(db, params.id, query))
  serveFile(imports.report, ({ params, query }) => reportImport(db, params.id, query.show))
  serve(imports.apply, async ({ params, user, request }) => {
    await steerImport(db, 'apply', params.id, user, request)
    return { message: 'The import is being applied. You can close this page.' }
  })
  serve(imports.stop, async ({ params, user, request }) => {
    await steerImport(db, 'stop', params.id, user, request)
    return { message: 'The import was stopped. What it wrote so far stays.' }
  })
  serve(imports.undo, async ({ params, user, request }) => {
    await steerImport(db, 'undo', params.id, user, request)
    return { message: 'The import is being undone. You can close this page.' }
  })
  serve(imports.discard, async ({ params, user, request }) => {
    await discardImport(db, user, params.id, request)
    return { message: 'The import was discarded.' }
  })
}
