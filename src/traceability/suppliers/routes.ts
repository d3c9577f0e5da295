import { bySystem } from '#platform/act.ts'
import type { App } from '#platform/feature.ts'
import { documentIn, receiveDocument } from '../receive-document.ts'
import { suppliers, tokenHeader } from './contract.ts'
import { addSupplier, revokeSupplier, supplierOf } from './save-supplier.ts'

export const supplierRoutes = ({ serve, db, config }: App): void => {
  serve(suppliers.list, () =>
    db
      .selectFrom('trace_supplier')
      .select(['id as _id', 'name', 'gln', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
      .where('revoked_at', 'is', null)
      .orderBy('name')
      .orderBy('id')
      .limit(500)
      .execute(),
  )
  serve(suppliers.add, async (call) => ({ message: 'Token created', ...(await addSupplier(db, call)) }))
  serve(suppliers.revoke, (call) => revokeSupplier(db, call))
  serve(suppliers.receive, async ({ request }, reply) => {
    const supplier = await supplierOf(db, reply.request.headers[tokenHeader])
    const file = await documentIn(reply.request)
    const by = { ...bySystem, request }
    const { id, findings, packages } = await receiveDocument(db, by, { ...file, ownGlns: config.OWN_GLNS, supplier })
    return { message: 'Document received', _id: id, findings, packages }
  })
}
