import { sql } from 'kysely'
import type { MarkedLine } from '#catalog/line-words.ts'
import { codesOf } from '#catalog/read-codes.ts'
import { ndcNotations } from '#catalog/normalize-ndc.ts'
import { anyOf, type Condition } from '#platform/db/conditions.ts'
import type { Db } from '#platform/db/tables.ts'
import { withCheckDigit } from '#shared/check-digit.ts'
import { readScan } from '#shared/read-scan.ts'

/**
 * Shipments that the typed or scanned text may mean: packages with its GTIN, lot and serial number, the packages of the
 * case with its serial number (which a package may have, too, so they are never compared), an NDC, a lot or a
 * serial number alone, or the number of an order, PO, invoice or dispatch advice.
 */
export const isShipmentWith = (text: string): Condition => {
  const scan = readScan(text)
  if (scan && (scan.serial || scan.lot)) {
    const lot = scan.lot ? [isLot(scan.lot)] : []
    const packages = hasPackage([
      sql<boolean>`gtin = any(${scan.gtins}::text[])`,
      ...(scan.serial ? [sql<boolean>`serial = ${scan.serial}`] : []),
      ...lot,
    ])
    if (!scan.serial) return packages
    const containers = scan.gtins.map((gtin) => `${gtin}/${scan.serial}`)
    return anyOf([packages, hasPackage([sql<boolean>`container = any(${containers}::text[])`, ...lot])])
  }
  const typed = text.trim()
  const gtins = gtinsIn(typed)
  return anyOf([
    ...(gtins.length > 0 ? [hasPackage([sql<boolean>`gtin = any(${gtins}::text[])`])] : []),
    hasPackage([sql<boolean>`serial = ${typed}`]),
    hasPackage([isLot(typed)]),
    sql<boolean>`exists (select from trace_reference where shipment_id = trace_shipment.id and number = ${typed})`,
    sql<boolean>`exists (select from sales_order where sales_order.id = trace_shipment.order_id and erp_id = ${typed})`,
  ])
}

/** The GTINs that typed or scanned text may mean. */
export const gtinsIn = (text: string): string[] => [
  ...(readScan(text)?.gtins ?? []),
  ...codesOf(text.trim()).flatMap(gtinsOf),
]

/** However its letters, spaces, hyphens and leading zeros are written. */
export const isLot = (lot: string): Condition => sql<boolean>`(lot <> '' and lot_key(lot) = lot_key(${lot}))`

const hasPackage = (conditions: Condition[]): Condition =>
  sql<boolean>`exists (select from trace_package where shipment_id = trace_shipment.id
    and ${sql.join(conditions, sql` and `)})`

/** A US drug's GTIN is 003, the ten digits of its NDC and a check digit. */
export const gtinsOf = (ndc: string): string[] =>
  ndcNotations(ndc)
    .filter((digits) => /^\d{10}$/.test(digits))
    .map((digits) => withCheckDigit(`003${digits}`))

/** Schedule and storage of the products with these GTINs; none where the NDC in a GTIN could be that of several. */
export const marksByGtin = async (db: Db, gtins: readonly string[]): Promise<Map<string, MarkedLine>> => {
  const keysOf = new Map(gtins.map((gtin) => [gtin, codesOf(gtin)]))
  const { rows } = await sql<MarkedLine & { gtin: string; key: string }>`
    select lpad(gtin, 14, '0') as gtin, case when is_item_number then '' else ndc_key end as key,
      dea_schedule as "deaSchedule", cold_status as "coldStatus"
    from product where deleted_at is null and (
      gtin <> '' and lpad(gtin, 14, '0') = any(${gtins}::text[])
      or ndc_key <> '' and not is_item_number and ndc_key = any(${[...keysOf.values()].flat()}::text[]))`.execute(db)
  return new Map(
    gtins.flatMap((gtin) => {
      const ofKey = rows.filter(({ key }) => keysOf.get(gtin)?.includes(key))
      const found = rows.find((row) => row.gtin === gtin) ?? (ofKey.length === 1 ? ofKey[0] : undefined)
      return found ? [[gtin, found] as const] : []
    }),
  )
}
