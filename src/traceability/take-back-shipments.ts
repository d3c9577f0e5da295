import { sql } from 'kysely'
import { newId } from '#platform/db/new-id.ts'
import type { Tx } from '#platform/db/tables.ts'
import type { DocumentSummary } from './epcis/summarize-document.ts'
import type { TracedVoid } from './epcis/trace-voids.ts'

interface TakenBack {
  /** Shipments that an error declaration withdraws whole. */
  shipmentIds: string[]
  /** Packages that void_shipping takes out of shipments. */
  packages: VoidedPackage[]
  orderIds: (string | null)[]
  /** What the document takes back, and what it cannot, for the person who looks at it. */
  problems: string[]
}

interface VoidedPackage {
  shipment_id: string
  order_id: string | null
  gtin: string
  serial: string
  container: string
}

type TakingBack = Pick<DocumentSummary, 'withdrawn' | 'absent' | 'voids' | 'sender'>

/**
 * What a document takes back of stored ones, by error declarations of the same sender and void_shipping events of the
 * same seller; with the GLN of a supplier, only what that supplier sold. The shipments are locked.
 */
export const findTakenBack = async (tx: Tx, summary: TakingBack, supplierGln?: string): Promise<TakenBack> => {
  const declared = await declaredShipments(tx, summary, supplierGln)
  const packages: VoidedPackage[] = []
  const problems = problemsOfDeclarations(summary, new Set(declared.map(({ event_id }) => event_id)))
  for (const one of summary.voids) {
    const seller = one.seller || summary.sender
    const isAllowed = seller !== '' && (supplierGln === undefined || seller === supplierGln)
    const found = isAllowed ? await voidedPackages(tx, one, seller) : []
    packages.push(...found)
    problems.push(...problemsOf(one, found))
  }
  return {
    shipmentIds: declared.map(({ id }) => id),
    packages,
    orderIds: [...declared, ...packages].map(({ order_id }) => order_id),
    problems,
  }
}

/** Only shipments are withdrawn by a declaration: what it says of packing or lots in an earlier document is unknown. */
const problemsOfDeclarations = ({ absent, sender }: TakingBack, found: ReadonlySet<string>): string[] => {
  if (absent.length === 0) return []
  if (sender === '') return ['The document names no sender, so its error declarations withdraw nothing of others.']
  return absent
    .filter((id) => !found.has(id))
    .slice(0, 20)
    .map((id) => `An error declaration names ${id.slice(0, 100)}, which is no open shipment of this sender.`)
}

const problemsOf = ({ event, items }: TracedVoid, packages: readonly VoidedPackage[]): string[] => {
  const known = new Set(packages.flatMap(({ gtin, serial, container }) => [`${gtin}/${serial}`, container]))
  const unknown = items.filter(({ keys }) => !keys.some((key) => known.has(key)))
  return [
    ...(packages.length > 0
      ? [`Event ${event} takes back ${packages.length} packages of earlier documents (void_shipping).`]
      : []),
    ...unknown
      .slice(0, 20)
      .map(({ key }) => `Event ${event} takes back ${key}, which no earlier shipment of this seller has.`),
  ]
}

const declaredShipments = async (tx: Tx, { withdrawn, sender }: TakingBack, supplierGln?: string) => {
  if (withdrawn.length === 0 || sender === '') return []
  return tx
    .selectFrom('trace_shipment')
    .select(['id', 'order_id', 'event_id'])
    .where('event_id', '=', sql<string>`any(${withdrawn}::text[])`)
    .where('withdrawn_at', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('trace_document')
          .select('trace_document.id')
          .whereRef('trace_document.id', '=', 'trace_shipment.document_id')
          .where('sender_gln', '=', sender),
      ),
    )
    .$if(supplierGln !== undefined, (query) => query.where('seller_gln', '=', supplierGln ?? ''))
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Each package of the latest shipment before the event. */
const voidedPackages = async (tx: Tx, { at, items }: TracedVoid, seller: string): Promise<VoidedPackage[]> => {
  const keys = [...new Set(items.flatMap((item) => item.keys))]
  const pairs = keys.flatMap((key) => {
    const [, gtin, serial] = /^(\d{14})\/(.+)$/s.exec(key) ?? []
    return gtin && serial ? [{ gtin, serial }] : []
  })
  const { rows } = await sql<VoidedPackage & { id: string }>`
    with named as (
      select shipment_id, gtin, serial, container from trace_package where container = any(${keys}::text[])
      union
      select shipment_id, gtin, serial, container from trace_package join unnest(
        ${pairs.map(({ gtin }) => gtin)}::text[], ${pairs.map(({ serial }) => serial)}::text[]) as pair (gtin, serial)
        using (gtin, serial))
    select distinct on (gtin, serial) shipment_id, order_id, gtin, serial, container
    from named join trace_shipment on trace_shipment.id = shipment_id
    where seller_gln = ${seller} and shipped_at <= ${at} and withdrawn_at is null
    order by gtin, serial, shipped_at desc, shipment_id`.execute(tx)
  const ids = [...new Set(rows.map(({ shipment_id }) => shipment_id))].toSorted()
  if (ids.length === 0) return []
  const locked = await tx
    .selectFrom('trace_shipment')
    .select('id')
    .where('id', 'in', ids)
    .where('withdrawn_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  const open = new Set(locked.map(({ id }) => id))
  return rows.filter(({ shipment_id }) => open.has(shipment_id))
}

/** Withdraws what was found. Of a shipment that is taken back in part, that part becomes a withdrawn shipment. */
export const takeBackShipments = async (
  tx: Tx,
  documentId: string,
  { shipmentIds, packages }: Pick<TakenBack, 'shipmentIds' | 'packages'>,
): Promise<void> => {
  const whole = [...shipmentIds]
  for (const [id, taken] of Map.groupBy(packages, ({ shipment_id }) => shipment_id))
    if (!whole.includes(id)) whole.push(await splitShipment(tx, id, taken))
  if (whole.length === 0) return
  await tx
    .updateTable('trace_shipment')
    .set({ withdrawn_at: sql<Date>`now()`, withdrawn_by: documentId })
    .where('id', 'in', whole)
    .execute()
}

/** Returns the shipment that has the given packages only. */
const splitShipment = async (tx: Tx, id: string, taken: readonly VoidedPackage[]): Promise<string> => {
  const moved = newId()
  const { rows } = await sql`
    insert into trace_shipment (id, document_id, event_no, event_id, shipped_at, seller_gln, buyer_gln, ship_from_gln,
      ship_to_gln, business_id, order_id, package_count, mismatch)
    select ${moved}::uuid, document_id, event_no, event_id, shipped_at, seller_gln, buyer_gln, ship_from_gln,
      ship_to_gln, business_id, order_id, ${taken.length}, mismatch
    from trace_shipment where id = ${id} and package_count > ${taken.length} returning id`.execute(tx)
  if (rows.length === 0) return id
  await sql`insert into trace_reference (shipment_id, kind, number)
    select ${moved}::uuid, kind, number from trace_reference where shipment_id = ${id}`.execute(tx)
  await sql`update trace_package set shipment_id = ${moved} from unnest(
      ${taken.map(({ gtin }) => gtin)}::text[], ${taken.map(({ serial }) => serial)}::text[]) as pair (gtin, serial)
    where shipment_id = ${id} and trace_package.gtin = pair.gtin and trace_package.serial = pair.serial`.execute(tx)
  await tx
    .updateTable('trace_shipment')
    .set((eb) => ({ package_count: eb('package_count', '-', taken.length) }))
    .where('id', '=', id)
    .execute()
  return moved
}
