import { sql } from 'kysely'
import type { Db } from '#platform/db/tables.ts'
import { composeDocument } from '../epcis/compose-document.ts'
import type { MasterPlace } from '../epcis/read-master-data.ts'
import { isOwnShipment } from '../queries.ts'

/** Why a shipment cannot be sent; trying again changes nothing. */
export class Unsendable extends Error {}

interface Push {
  shipmentId: string
  businessId: string
  guideline: 'R1.2' | 'R1.3'
}

/**
 * The document of one shipment in the partner's version. It says only what our accepted outbound document says, so an
 * inbound one is never sent.
 */
export const composePush = async (db: Db, { shipmentId, businessId, guideline }: Push): Promise<string> => {
  const shipment = await db
    .selectFrom('trace_shipment')
    .innerJoin('trace_document', 'trace_document.id', 'trace_shipment.document_id')
    .select(['shipped_at', 'seller_gln', 'buyer_gln', 'products', 'places', 'is_affirmed'])
    .where('trace_shipment.id', '=', shipmentId)
    .where(isOwnShipment(businessId))
    .executeTakeFirst()
  if (!shipment) throw new Unsendable('The shipment was withdrawn before it was sent.')
  if (!shipment.is_affirmed) throw new Unsendable('Our document does not affirm the transaction statement.')
  const [references, packages] = await Promise.all([
    db.selectFrom('trace_reference').select(['kind', 'number']).where('shipment_id', '=', shipmentId).execute(),
    db
      .selectFrom('trace_package')
      .select(['gtin', 'serial', 'lot', sql<string>`coalesce(expiry::text, '')`.as('expiry')])
      .where('shipment_id', '=', shipmentId)
      .orderBy('gtin')
      .orderBy('serial')
      .execute(),
  ])
  const lacking = packages.filter(({ lot, expiry }) => lot === '' || expiry === '').length
  if (lacking > 0) throw new Unsendable(`${lacking} packages have no lot or no expiration date in our document.`)
  if (packages.length === 0) throw new Unsendable('Our document has no packages with serial numbers.')
  const gtins = new Set(packages.map(({ gtin }) => gtin))
  const products = shipment.products.filter(({ gtin }) => gtins.has(gtin))
  if (products.length < gtins.size) throw new Unsendable('Our document does not describe all its products.')
  return composeDocument({
    guideline,
    instanceId: shipmentId,
    shippedAt: shipment.shipped_at,
    seller: placeOf(shipment.places, shipment.seller_gln),
    buyer: placeOf(shipment.places, shipment.buyer_gln),
    references: references.flatMap(({ kind, number }) =>
      kind === 'po' || kind === 'inv' || kind === 'desadv' ? [{ type: kind, number }] : [],
    ),
    products,
    packages,
  })
}

const placeOf = (places: readonly MasterPlace[], gln: string): MasterPlace => {
  const place = places.find((one) => one.gln === gln)
  if (!place) throw new Unsendable(`Our document has no address of the GLN ${gln}.`)
  return place
}
