import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { MarkedLine } from '#catalog/line-words.ts'
import type * as z from 'zod/mini'
import { allOf, type Condition } from '#platform/db/conditions.ts'
import type { Db, Row } from '#platform/db/tables.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { ServedFile } from '#platform/http/serve-file.ts'
import { byteOrderMark, csvLine, type CsvValue } from '#shared/write-csv.ts'
import type { MasterPlace, MasterProduct } from '../epcis/read-master-data.ts'
import { gtinsIn, isLot, marksByGtin } from '../match-packages.ts'
import type { RequestDetail, TraceRequestRow } from './contract.ts'
import { dueAt } from './record-request.ts'

const pageSize = 50

const rowColumns = [
  'id as _id',
  'kind',
  'requester',
  'product',
  'lot',
  'serial',
  'arrived_at as arrivedAt',
  'answered_at as answeredAt',
] as const

interface Page {
  rows: z.input<typeof TraceRequestRow>[]
  hasMore: boolean
}

export const pageOfRequests = async (
  db: Db,
  { page, answered }: { page: number; answered: boolean },
): Promise<Page> => {
  const all = db
    .selectFrom('trace_request')
    .select(rowColumns)
    .select(dueAt.as('dueAt'))
    .where('answered_at', answered ? 'is not' : 'is', null)
    .limit(pageSize + 1)
    .offset((page - 1) * pageSize)
  const rows = await (
    answered ? all.orderBy('answered_at', 'desc').orderBy('id') : all.orderBy('arrived_at').orderBy('id')
  ).execute()
  return { rows: rows.slice(0, pageSize), hasMore: rows.length > pageSize }
}

type Asked = Pick<Row<'trace_request'>, 'product' | 'lot' | 'serial'>

const packagesOf = ({ product, lot, serial }: Asked): Condition =>
  allOf([
    ...(product ? [sql<boolean>`gtin = any(${gtinsIn(product)}::text[])`] : []),
    ...(lot ? [isLot(lot)] : []),
    ...(serial ? [sql<boolean>`serial = ${serial}`] : []),
  ])

const shownShipments = 100
/** More shipments are no answer to a request about one product. */
const mostShipments = 20_000

export const requestById = async (db: Db, id: string, onDuty: string): Promise<z.input<typeof RequestDetail>> => {
  const request = await db
    .selectFrom('trace_request')
    .select(rowColumns)
    .select(['contact', 'note', 'answer', dueAt.as('dueAt')])
    .select([nameOf('recorded_by').as('recordedBy'), nameOf('answered_by').as('answeredBy')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('Request'))
  const { rows } = await sql<z.input<typeof RequestDetail>['shipments'][number] & { found: number }>`
    with found as (
      select shipment_id, count(*)::int as packages from trace_package where ${packagesOf(request)} group by shipment_id)
    select shipment.id as "_id", document_id as "documentId", direction, shipment.shipped_at as "shippedAt",
      seller_gln as seller, buyer_gln as buyer, coalesce(business.name, '') as customer, found.packages,
      (select count(*)::int from found) as found
    from found join trace_shipment shipment on shipment.id = found.shipment_id
      join trace_document document on document.id = document_id left join business on business.id = shipment.business_id
    order by shipment.shipped_at desc, shipment.id limit ${shownShipments}`.execute(db)
  return { ...request, onDuty, found: rows[0]?.found ?? 0, shipments: rows }
}

const nameOf = (column: 'recorded_by' | 'answered_by') => sql<string>`coalesce((
  select trim(name || ' ' || last_name) from user_account where user_account.id = ${sql.ref(column)}), '')`

interface TracedLot {
  gtin: string
  lot: string
  expiry: string | null
  serials: string[]
}

type Traced = Pick<
  Row<'trace_shipment'>,
  'shipped_at' | 'seller_gln' | 'buyer_gln' | 'ship_from_gln' | 'ship_to_gln' | 'withdrawn_at'
> &
  Pick<Row<'trace_document'>, 'direction' | 'file_name' | 'digest' | 'is_affirmed' | 'accepted_at'> & {
    places: MasterPlace[]
    products: MasterProduct[]
    references: string
  }

/** One line per shipment and lot with all its serial numbers, from documents of both directions. */
export const answerFile = async (db: Db, id: string): Promise<ServedFile> => {
  const request = await db
    .selectFrom('trace_request')
    .select(['product', 'lot', 'serial'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('Request'))
  const { rows } = await sql<{ id: string }>`
    select id from trace_shipment where id in (select shipment_id from trace_package where ${packagesOf(request)})
    order by shipped_at, id limit ${mostShipments + 1}`.execute(db)
  if (rows.length > mostShipments)
    throw new Refusal(422, 'More than 20,000 shipments match. Add a lot or a serial number to the request.')
  const found = await db.selectFrom('trace_package').select('gtin').distinct().where(packagesOf(request)).execute()
  const marks = await marksByGtin(
    db,
    found.map(({ gtin }) => gtin),
  )
  return {
    type: 'text/csv; charset=utf-8',
    name: `trace-request-${id}.csv`,
    content: Readable.from(
      (async function* () {
        yield byteOrderMark + csvLine(titles)
        for (const shipment of rows) yield await linesOf(db, { id: shipment.id, packages: packagesOf(request), marks })
      })(),
    ),
  }
}

const titles = [
  'Direction',
  'Shipped',
  'Seller',
  'Buyer',
  'Shipped from',
  'Shipped to',
  'References',
  'NDC',
  'GTIN',
  'Product',
  'Strength',
  'Dosage form',
  'Container',
  'Manufacturer',
  'DEA schedule',
  'Storage',
  'Lot',
  'Expires',
  'Packages',
  'Serial numbers',
  'Transaction statement',
  'State of the document',
  'Document',
  'SHA-256',
]

interface Answered {
  id: string
  packages: Condition
  marks: ReadonlyMap<string, MarkedLine>
}

const linesOf = async (db: Db, { id: shipmentId, packages, marks }: Answered): Promise<string> => {
  const shipment = await db
    .selectFrom('trace_shipment')
    .innerJoin('trace_document', 'trace_document.id', 'trace_shipment.document_id')
    .select(['shipped_at', 'seller_gln', 'buyer_gln', 'ship_from_gln', 'ship_to_gln', 'withdrawn_at'])
    .select(['direction', 'file_name', 'digest', 'is_affirmed', 'accepted_at', 'places', 'products'])
    .select(
      sql<string>`coalesce((select string_agg(kind || ' ' || number, '; ' order by kind, number)
        from trace_reference where shipment_id = trace_shipment.id), '')`.as('references'),
    )
    .where('trace_shipment.id', '=', shipmentId)
    .executeTakeFirstOrThrow()
  const { rows: lots } = await sql<TracedLot>`
    select gtin, lot, expiry::text, array_agg(serial order by serial) as serials from trace_package
    where shipment_id = ${shipmentId} and ${packages} group by gtin, lot, expiry order by gtin, lot, expiry`.execute(db)
  return lots.map((lot) => csvLine(valuesOf(shipment, lot, marks.get(lot.gtin)))).join('')
}

const valuesOf = (
  shipment: Traced,
  { gtin, lot, expiry, serials }: TracedLot,
  marks: MarkedLine | undefined,
): CsvValue[] => {
  const product = shipment.products.find((one) => one.gtin === gtin)
  const place = (gln: string) => placeWords(shipment.places, gln)
  return [
    shipment.direction,
    shipment.shipped_at.toISOString(),
    place(shipment.seller_gln),
    place(shipment.buyer_gln),
    place(shipment.ship_from_gln),
    place(shipment.ship_to_gln),
    shipment.references,
    product?.ndc ?? '',
    gtin,
    product?.name ?? '',
    product?.strength ?? '',
    product?.dosageForm ?? '',
    product?.netContent ?? '',
    product?.manufacturer ?? '',
    marks?.deaSchedule ?? '',
    marks?.coldStatus ?? '',
    lot,
    expiry ?? '',
    serials.length,
    serials.join(' '),
    shipment.is_affirmed ? 'affirmed' : 'not affirmed',
    shipment.withdrawn_at ? 'withdrawn by its sender' : shipment.accepted_at ? 'accepted' : 'not accepted',
    shipment.file_name,
    shipment.digest,
  ]
}

const placeWords = (places: readonly MasterPlace[], gln: string): string => {
  const place = places.find((one) => one.gln === gln)
  if (!place) return gln
  return [place.name, place.street, place.city, `${place.state} ${place.postalCode}`.trim(), gln]
    .filter(Boolean)
    .join(', ')
}
