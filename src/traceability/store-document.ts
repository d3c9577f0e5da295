import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { newId } from '#platform/db/new-id.ts'
import type { Tx } from '#platform/db/tables.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { type ActedBy, recorderIn } from '#platform/act.ts'
import { maxFindings } from './epcis/check-profile.ts'
import { isDay } from './epcis/read-words.ts'
import type { DocumentSummary } from './epcis/summarize-document.ts'
import type { TracedPackage, TracedShipment } from './epcis/trace-contents.ts'
import { updateOrders } from './deliveries/update-deliveries.ts'
import { queuePushes } from './partners/send-shipments.ts'
import { findTakenBack, takeBackShipments } from './take-back-shipments.ts'
import { type Direction, directionOf, matchShipments, type ShipmentMatch } from './match-shipments.ts'

interface Received {
  content: Buffer
  fileName: string
  summary: DocumentSummary
  ownGlns: readonly string[]
  supplier?: DocumentSupplier
}

/** A supplier may only tell what it sold to us: nothing that it sends may reach a customer. */
export interface DocumentSupplier {
  id: string
  gln: string
}

export interface StoredDocument {
  id: string
  direction: Direction
  findings: string[]
  packages: number
}

/** Stores a document with its shipments and packages in the given transaction; 409 if the same file is stored already. */
export const storeDocument = async (tx: Tx, by: ActedBy, received: Received): Promise<StoredDocument> => {
  const { content, fileName, summary, ownGlns, supplier } = received
  const id = newId()
  const direction = directionOf(summary, ownGlns)
  const { shipments } = summary
  if (supplier && (direction !== 'inbound' || shipments.some(({ seller }) => seller !== supplier.gln)))
    throw new Refusal(422, `Your token is for documents in which the GLN ${supplier.gln} sells to us.`)
  const matches = await matchShipments(tx, direction, shipments)
  const back = await findTakenBack(tx, summary, supplier?.gln)
  const findings = [...summary.findings, ...back.problems].slice(0, maxFindings)
  const isAccepted = findings.length === 0 && direction !== 'unclear'
  const digest = createHash('sha256').update(content).digest('hex')
  const inserted = await tx
    .insertInto('trace_document')
    .values({
      id,
      direction,
      format: summary.format,
      schema_version: summary.schemaVersion,
      guideline: summary.guideline.slice(0, 100),
      sender_gln: summary.sender,
      receiver_gln: summary.receiver,
      instance_id: summary.instanceId.slice(0, 200),
      is_affirmed: summary.isAffirmed,
      statement: summary.statement.slice(0, 2000),
      document_date: summary.createdAt,
      products: JSON.stringify(summary.products),
      places: JSON.stringify(summary.places),
      findings: JSON.stringify(findings),
      file_name: fileName.slice(0, 200),
      digest,
      content,
      received_by: by.user?._id ?? null,
      supplier_id: supplier?.id ?? null,
      accepted_at: isAccepted ? sql<Date>`now()` : null,
    })
    .onConflict((conflict) => conflict.column('digest').doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows === 0n) throw new Refusal(409, 'This file was received before.')
  await storeShipments(tx, id, shipments, matches)
  await takeBackShipments(tx, id, back)
  await queuePushes(tx, id)
  await updateOrders(tx, [...matches.map(({ orderId }) => orderId), ...back.orderIds])
  const packages = shipments.reduce((count, shipment) => count + shipment.packages.length, 0)
  await recorderIn(tx, by)('trace document received', ['trace document', id], {
    after: { direction, fileName, digest, packages, findings: findings.length, supplier: supplier?.id ?? null },
  })
  return { id, direction, findings, packages }
}

const storeShipments = async (
  tx: Tx,
  documentId: string,
  shipments: readonly TracedShipment[],
  matches: readonly ShipmentMatch[],
): Promise<void> => {
  for (const [at, shipment] of shipments.entries()) {
    const match = matches[at]
    const id = newId()
    await tx
      .insertInto('trace_shipment')
      .values({
        id,
        document_id: documentId,
        event_no: shipment.event,
        event_id: shipment.eventId,
        shipped_at: shipment.at,
        seller_gln: shipment.seller,
        buyer_gln: shipment.buyer,
        ship_from_gln: shipment.shipFrom,
        ship_to_gln: shipment.shipTo,
        business_id: match?.businessId ?? null,
        order_id: match?.orderId ?? null,
        mismatch: match?.mismatch ?? '',
        package_count: shipment.packages.length,
      })
      .execute()
    if (shipment.transactions.length > 0)
      await tx
        .insertInto('trace_reference')
        .values(shipment.transactions.map(({ type, number }) => ({ shipment_id: id, kind: type, number })))
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    await storePackages(tx, id, shipment.packages)
  }
}

const batch = 10_000

const storePackages = async (tx: Tx, shipmentId: string, packages: readonly TracedPackage[]): Promise<void> => {
  for (let from = 0; from < packages.length; from += batch) {
    const part = packages.slice(from, from + batch)
    const column = (of: (one: TracedPackage) => string | null) => part.map(of)
    await sql`
      insert into trace_package (shipment_id, gtin, serial, lot, expiry, container)
      select ${shipmentId}::uuid, * from unnest(${column(({ gtin }) => gtin)}::text[],
        ${column(({ serial }) => serial)}::text[], ${column(({ lot }) => lot)}::text[],
        ${column(({ expiry }) => (isDay(expiry) ? expiry : null))}::date[],
        ${column(({ container }) => container)}::text[])
      on conflict do nothing`.execute(tx)
  }
}
