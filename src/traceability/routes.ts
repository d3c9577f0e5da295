import { sql } from 'kysely'
import { visibleOwner } from '#customers/business/own-records.ts'
import type { App } from '#platform/feature.ts'
import { notFound } from '#platform/http/refusal.ts'
import { approveDocument } from './approve-document.ts'
import { traceability } from './contract.ts'
import { matchAgain } from './match-again.ts'
import { isShipmentWith } from './match-packages.ts'
import { documentById, isOwnShipment, pageOfDocuments, pageOfShipments, transactionData } from './queries.ts'
import { documentIn, receiveDocument } from './receive-document.ts'

export const traceabilityRoutes = ({ serve, serveFile, db, config }: App): void => {
  const ownGlns = config.OWN_GLNS

  serve(traceability.receive, async ({ user, request }, reply) => {
    const file = await documentIn(reply.request)
    const { id, ...stored } = await receiveDocument(db, { user, request }, { ...file, ownGlns })
    return { _id: id, ...stored }
  })

  serve(traceability.documents, ({ query }) => pageOfDocuments(db, query))
  serve(traceability.document, ({ params }) => documentById(db, params.id))
  serve(traceability.accept, (call) => approveDocument(db, call, call.params.id, call.body.reason))

  serve(traceability.matchAgain, async (call) => {
    const left = await matchAgain(db, call, { id: call.params.id, ownGlns })
    const message = left === 0 ? 'Every shipment has its customer.' : 'Some shipments still have no customer.'
    return { message, left }
  })

  serveFile(traceability.file, async ({ params }) => {
    const document = await db
      .selectFrom('trace_document')
      .select(['content', 'format', 'file_name'])
      .where('id', '=', params.id)
      .executeTakeFirst()
    if (!document) throw notFound('document')
    const isXml = document.format === 'XML'
    return {
      type: isXml ? 'application/xml' : 'application/json',
      content: document.content,
      name: document.file_name || `${params.id}.${isXml ? 'xml' : 'json'}`,
    }
  })

  serve(traceability.shipments, ({ query, user }) =>
    pageOfShipments(
      db,
      [
        isOwnShipment(visibleOwner(user).businessId),
        ...(query.order ? [sql<boolean>`trace_shipment.order_id = ${query.order}`] : []),
        ...(query.q.trim() ? [isShipmentWith(query.q)] : []),
      ],
      query.page,
    ),
  )
  serve(traceability.shipment, ({ params, user }) =>
    transactionData(db, params.id, isOwnShipment(visibleOwner(user).businessId)),
  )
}
