import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { allOf, type Condition } from '#platform/db/conditions.ts'
import type { Db } from '#platform/db/tables.ts'
import { notFound } from '#platform/http/refusal.ts'
import type { DocumentDetail, DocumentRow, ShipmentRow, TransactionData } from './contract.ts'
import { marksByGtin } from './match-packages.ts'
import type { MasterPlace, MasterProduct } from './epcis/read-master-data.ts'

const pageSize = 50

/** A document that needs a person: not accepted, or with a shipment that has no customer. */
const needsWork = sql<boolean>`(trace_document.accepted_at is null or exists (select from trace_shipment
  where trace_shipment.document_id = trace_document.id and mismatch <> '' and withdrawn_at is null))`

type Documents = { rows: z.input<typeof DocumentRow>[]; hasMore: boolean }

export const pageOfDocuments = async (db: Db, { page, work }: { page: number; work: boolean }): Promise<Documents> => {
  const rows = await documentsWhere(db, work ? needsWork : sql<boolean>`true`, page)
  return { rows: rows.slice(0, pageSize), hasMore: rows.length > pageSize }
}

const documentsWhere = async (db: Db, where: Condition, page = 1) => {
  const { rows } = await sql<z.input<typeof DocumentRow>>`
    select document.id as "_id", direction, file_name as "fileName", received_at as "receivedAt",
      sender_gln as sender, receiver_gln as receiver, jsonb_array_length(findings) as findings,
      accepted_at is not null as "isAccepted", total.shipments, total.packages, total.mismatches
    from (select * from trace_document where ${where}
      order by received_at desc, id limit ${pageSize + 1} offset ${(page - 1) * pageSize}) document,
      lateral (select count(*)::int as shipments, coalesce(sum(package_count), 0)::int as packages,
        (count(*) filter (where mismatch <> '' and withdrawn_at is null))::int as mismatches
        from trace_shipment where document_id = document.id) total
    order by received_at desc, document.id`.execute(db)
  return rows
}

export const documentById = async (db: Db, id: string): Promise<z.input<typeof DocumentDetail>> => {
  const [row] = await documentsWhere(db, sql<boolean>`trace_document.id = ${id}`)
  if (!row) throw notFound('document')
  const document = await db
    .selectFrom('trace_document')
    .select(['format', 'schema_version', 'guideline', 'is_affirmed', 'statement', 'findings', 'accepted_at'])
    .select('accept_reason')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return {
    ...row,
    format: document.format,
    schemaVersion: document.schema_version,
    guideline: document.guideline,
    isAffirmed: document.is_affirmed,
    statement: document.statement,
    findingTexts: document.findings,
    acceptedAt: document.accepted_at,
    acceptReason: document.accept_reason,
    lines: await shipmentsWhere(db, sql<boolean>`trace_shipment.document_id = ${id}`, {}),
  }
}

/** What a business may see: accepted outbound shipments to it that were not withdrawn. */
export const isOwnShipment = (businessId: string | null): Condition =>
  sql<boolean>`(trace_shipment.business_id = ${businessId}::uuid and withdrawn_at is null and exists (
    select from trace_document where trace_document.id = trace_shipment.document_id
      and direction = 'outbound' and accepted_at is not null))`

type Shipments = { rows: z.input<typeof ShipmentRow>[]; hasMore: boolean }

export const pageOfShipments = async (db: Db, conditions: Condition[], page: number): Promise<Shipments> => {
  const rows = await shipmentsWhere(db, allOf(conditions), { page })
  return { rows: rows.slice(0, pageSize), hasMore: rows.length > pageSize }
}

type FullShipment = z.input<typeof DocumentDetail>['lines'][number]

const shipmentsWhere = async (db: Db, where: Condition, { page = 1 }: { page?: number }): Promise<FullShipment[]> => {
  const { rows } = await sql<FullShipment>`
    select shipment.id as "_id", shipment.shipped_at as "shippedAt", seller_gln as seller, buyer_gln as buyer,
      package_count as packages, mismatch, withdrawn_at is not null as "isWithdrawn",
      case when sales_order.id is not null
        then json_build_object('_id', sales_order.id, 'orderIdSap', sales_order.erp_id) end as "order",
      case when business.id is not null
        then json_build_object('_id', business.id, 'name', business.name) end as business,
      coalesce((select json_agg(json_build_object('kind', kind, 'number', number) order by kind, number)
        from trace_reference where shipment_id = shipment.id), '[]') as "references"
    from (select * from trace_shipment where ${where}
      order by shipped_at desc, id limit ${pageSize + 1} offset ${(page - 1) * pageSize}) shipment
      left join sales_order on sales_order.id = shipment.order_id
      left join business on business.id = shipment.business_id
    order by shipment.shipped_at desc, shipment.id`.execute(db)
  return rows
}

interface PackageGroup {
  gtin: string
  lot: string
  expiry: string | null
  serials: string[]
}

/** Transaction information and statement of a shipment that fulfills the condition; 404 for any other. */
export const transactionData = async (
  db: Db,
  id: string,
  condition: Condition,
): Promise<z.input<typeof TransactionData>> => {
  const [shipment] = await shipmentsWhere(db, allOf([sql<boolean>`trace_shipment.id = ${id}`, condition]), {})
  if (!shipment) throw notFound('shipment')
  const stated = await db
    .selectFrom('trace_shipment')
    .innerJoin('trace_document', 'trace_document.id', 'trace_shipment.document_id')
    .select(['products', 'places', 'is_affirmed', 'statement', 'guideline', 'received_at'])
    .select(['ship_from_gln', 'ship_to_gln'])
    .where('trace_shipment.id', '=', id)
    .executeTakeFirstOrThrow()
  const { rows: groups } = await sql<PackageGroup>`
    select gtin, lot, expiry::text, array_agg(serial order by serial) as serials from trace_package
    where shipment_id = ${id} group by gtin, lot, expiry order by gtin, lot, expiry`.execute(db)
  const place = (gln: string) => placeOf(stated.places, gln)
  const marks = await marksByGtin(db, [...new Set(groups.map(({ gtin }) => gtin))])
  return {
    ...shipment,
    from: place(shipment.seller),
    to: place(shipment.buyer),
    shipFrom: place(stated.ship_from_gln),
    shipTo: place(stated.ship_to_gln),
    lines: groups.map((group) => {
      const { deaSchedule = '', coldStatus = '' } = marks.get(group.gtin) ?? {}
      return { ...group, ...productOf(stated.products, group.gtin), deaSchedule, coldStatus }
    }),
    isAffirmed: stated.is_affirmed,
    statement: stated.statement,
    guideline: stated.guideline,
    receivedAt: stated.received_at,
  }
}

const placeOf = (places: readonly MasterPlace[], gln: string) =>
  gln === ''
    ? null
    : (places.find((one) => one.gln === gln) ?? { gln, name: '', street: '', city: '', state: '', postalCode: '' })

const productOf = (products: readonly MasterProduct[], gtin: string) => {
  const product = products.find((one) => one.gtin === gtin)
  return {
    ndc: product?.ndc ?? '',
    name: product?.name ?? '',
    strength: product?.strength ?? '',
    dosageForm: product?.dosageForm ?? '',
    containerSize: product?.netContent ?? '',
    manufacturer: product?.manufacturer ?? '',
  }
}
