import type { App } from '#platform/feature.ts'
import { requirePassword } from '#platform/http/require-password.ts'
import { openStore } from '#files/open-store.ts'
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

export const productImportRoutes = ({ http, config, serve, serveFile, db, countAttempt }: App): void => {
  const store = openStore(config)
  http.addHook('onClose', async () => store.close())
  serve(
    productImport.importProducts,
    async ({ query, body, user, request }) => {
      if (!query.preview) requirePassword(user)
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
  serve(imports.steerPictures, async ({ params, body: { act }, user, request }) => {
    const count = await controlPictures(db, { id: params.id, act, actor: user, request })
    const pictures = `${count} ${count === 1 ? 'picture' : 'pictures'}`
    return { message: act === 'again' ? `Fetching again: ${pictures}.` : `Skipped: ${pictures}.` }
  })
  serve(imports.missingPictures, async ({ params }) => ({ rows: await missingPictures(db, params.id) }))
  serve(imports.addPicture, async ({ params, query, user }, reply) => {
    await countAttempt(db, { what: 'import picture', whom: [user._id], most: 20_000, seconds: 3_600 })
    await addPicture({ db, store }, { id: params.id, row: params.row, file: query.file, owner: user }, reply.request)
    return findImport(db, params.id)
  })
  serve(imports.take, async ({ params, body }) => {
    await selectRows(db, params.id, body)
    return findImport(db, params.id)
  })
  serve(imports.apply, async ({ params, body: { confirm }, user, request }) => {
    await controlImport(db, 'apply', params.id, { actor: user, confirm }, request)
    return { message: 'The import is being applied. You can close this page.' }
  })
  serve(imports.stop, async ({ params, user, request }) => {
    await controlImport(db, 'stop', params.id, { actor: user }, request)
    return { message: 'The import was stopped. Rows imported so far stay.' }
  })
  serve(imports.invite, async ({ params, user, request }) => {
    const count = await inviteImported({ db, config, countAttempt }, { id: params.id, actor: user, request })
    return { message: count === 1 ? '1 invitation is being sent.' : `${count} invitations are being sent.` }
  })
  serve(imports.undo, async ({ params, user, request }) => {
    await controlImport(db, 'undo', params.id, { actor: user }, request)
    return { message: 'The import is being undone. You can close this page.' }
  })
  serve(imports.discard, async ({ params, user, request }) => {
    await discardImport(db, user, params.id, request)
    return { message: 'The import was discarded.' }
  })
}
