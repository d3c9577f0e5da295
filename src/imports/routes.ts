import type { App } from '#platform/feature.ts'
import { requirePassword } from '#platform/http/require-password.ts'
import type { PictureStore } from '#files/open-store.ts'
import { addPicture } from './add-picture.ts'
import { controlImport } from './apply-import.ts'
import { imports, productImport } from './contract.ts'
import { inviteImported } from './invite-imported.ts'
import { importProducts, rowsIn } from './import-products.ts'
import { findImport, listImports, listRows, reportImport } from './queries.ts'
import { missingPictures } from './count-pictures.ts'
import { controlPictures } from './control-pictures.ts'
import { beginImport } from './begin-import.ts'
import { addRows, discardImport } from './store-import.ts'
import { selectRows } from './select-rows.ts'

const large = { bodyLimit: 5 * 1024 * 1024 }

export const productImportRoutes = ({ config, serve, serveFile, db }: App, store: PictureStore): void => {
  serve(
    productImport.importProducts,
    async ({ query, body, user, request }) => {
      if (!query.preview) requirePassword(user)
      return importProducts(db, { user, rows: rowsIn(body), how: query, request })
    },
    large,
  )

  serve(imports.list, ({ query }) => listImports(db, query.page))
  serve(imports.begin, async (call) => findImport(db, await beginImport(db, call)))
  serve(imports.byId, ({ params }) => findImport(db, params.id))
  serve(
    imports.addRows,
    async (call) => {
      await addRows(db, call)
      return findImport(db, call.params.id)
    },
    large,
  )
  serve(imports.rows, ({ params, query }) => listRows(db, params.id, query))
  serveFile(imports.report, ({ params, query }) => reportImport(db, params.id, query.show))
  serve(imports.steerPictures, async (call) => {
    const count = await controlPictures(db, call)
    const pictures = `${count} ${count === 1 ? 'picture' : 'pictures'}`
    return { message: call.body.act === 'again' ? `Fetching again: ${pictures}.` : `Skipped: ${pictures}.` }
  })
  serve(imports.missingPictures, async ({ params }) => ({ rows: await missingPictures(db, params.id) }))
  serve(imports.addPicture, async (call, reply) => {
    await addPicture({ db, store }, call, reply.request)
    return findImport(db, call.params.id)
  })
  serve(imports.take, async (call) => {
    await selectRows(db, call)
    return findImport(db, call.params.id)
  })
  serve(imports.apply, (call) => controlImport(db, 'apply', call))
  serve(imports.stop, (call) => controlImport(db, 'stop', call))
  serve(imports.invite, async (call) => {
    const count = await inviteImported({ db, config }, call)
    return { message: count === 1 ? '1 invitation is being sent.' : `${count} invitations are being sent.` }
  })
  serve(imports.undo, (call) => controlImport(db, 'undo', call))
  serve(imports.discard, (call) => discardImport(db, call))
}
