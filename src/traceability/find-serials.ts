import { sql } from 'kysely'
import type { Tx } from '#platform/db/tables.ts'
import { gtinsOf } from './match-packages.ts'
import { isOwnShipment } from './queries.ts'

interface Serials {
  businessId: string
  productId: string
  serials: readonly string[]
}

/**
 * The lots of those serials of the product that accepted trace data shows as shipped to the business, by serial
 * (FD&C 582(c)(4)(D)). A lot that the data does not name is empty.
 */
export const findShippedSerials = async (
  tx: Tx,
  { businessId, productId, serials }: Serials,
): Promise<Map<string, string>> => {
  const product = await tx
    .selectFrom('product')
    .select(['ndc_key', 'gtin'])
    .where('id', '=', productId)
    .executeTakeFirst()
  const gtins = [
    ...(product?.ndc_key ? gtinsOf(product.ndc_key) : []),
    ...(product?.gtin ? [product.gtin.padStart(14, '0')] : []),
  ]
  const { rows } = await sql<{ serial: string; lot: string }>`
    select serial, max(lot) as lot from trace_package join trace_shipment on trace_shipment.id = shipment_id
    where gtin = any(${gtins}::text[]) and serial = any(${serials}::text[]) and ${isOwnShipment(businessId)}
    group by serial`.execute(tx)
  return new Map(rows.map(({ serial, lot }) => [serial, lot]))
}
