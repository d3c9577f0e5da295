import { sql } from 'kysely'
import { ndcKey } from '#catalog/normalize-ndc.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { gtinsOf } from './match-packages.ts'
import { isOwnShipment } from './queries.ts'

/** The packages of an order in our own trace data, by GTIN. */
export type ShippedLots = ReadonlyMap<string, { pieces: number; lots: readonly string[] }>

export const findShippedLots = async (
  db: Db | Tx,
  { orderId, businessId }: { orderId: string; businessId: string },
): Promise<ShippedLots> => {
  const { rows } = await sql<{ gtin: string; pieces: number; lots: string[] }>`
    select gtin, count(*)::int as pieces, array_agg(distinct upper(trim(lot))) as lots
    from trace_package join trace_shipment on trace_shipment.id = shipment_id
    where trace_shipment.order_id = ${orderId} and ${isOwnShipment(businessId)}
    group by gtin`.execute(db)
  return new Map(rows.map(({ gtin, ...found }) => [gtin, found]))
}

/** The lots of a shipped line; none unless the trace data has a lot for each of its pieces. */
export const lotsOf = (known: ShippedLots, { number, shipped }: { number: string; shipped: number }): string[] => {
  const key = ndcKey(number)
  const found = key ? gtinsOf(key).flatMap((gtin) => known.get(gtin) ?? []) : []
  const pieces = found.reduce((sum, one) => sum + one.pieces, 0)
  const lots = [...new Set(found.flatMap((one) => one.lots))]
  return pieces >= shipped && !lots.includes('') ? lots : []
}
