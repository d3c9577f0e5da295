import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { dashedNdc } from '#catalog/normalize-ndc.ts'
import { newId } from '#platform/db/new-id.ts'
import { withCheckDigit } from '#shared/check-digit.ts'
import { composeDocument } from '../src/traceability/epcis/compose-document.ts'
import { type DocumentSummary, summarizeDocument } from '../src/traceability/epcis/summarize-document.ts'
import { storeDocument } from '../src/traceability/store-document.ts'
import { bySystem } from '#platform/act.ts'
import type { Tx } from '#platform/db/tables.ts'

/** The demo's wholesaler, and a supplier. */
export const wholesalerGln = withCheckDigit('952100000000')
const supplierGln = withCheckDigit('952300000000')

interface ShippedLine {
  order_id: string
  erp_id: string
  purchase_order: string
  shipped_at: Date
  invoice_id: string | null
  ndc_key: string
  name: string
  manufacturer: string
  strength: string
  dosage_form: string
  pack_size: string
  quantity: number
}

interface Buyer {
  businessId: string
  gln: string
  name: string
  street: string
  city: string
  state: string
  zip: string
}

const wholesaler = place(wholesalerGln, 'Demo Wholesale', ['400 Distribution Way', 'Louisville', 'KY', '40218'])
const supplier = place(supplierGln, 'Demo Manufacturing', ['12 Plant Road', 'Trenton', 'NJ', '08601'])

function place(gln: string, name: string, [street = '', city = '', state = '', postalCode = '']: string[]) {
  return { gln, name, street, city, state, postalCode, country: 'US' }
}

/** Where the buyer's system takes documents; `startDemo` replaces it by the partner that it starts. */
const partnerUrl = 'http://127.0.0.1:9/epcis'

/**
 * Transaction data of a buyer's latest shipped orders but one, a delivery from a supplier, a document to a customer that
 * nobody knows, which waits for an admin, and a request about a lot. The buyer's system is sent the documents.
 */
export const seedTrace = async (tx: Tx, email: string): Promise<void> => {
  const buyer = await buyerOf(tx, email)
  if (!buyer?.gln) return
  const all = await shippedLines(tx, buyer.businessId)
  await seedNeeds(tx, [...new Set(all.map(({ order_id }) => order_id))])
  await tx.insertInto('trace_partner').values({ business_id: buyer.businessId, way: 'push', url: partnerUrl }).execute()
  // The data of the oldest one is missing.
  const missing = all.at(-1)?.order_id
  const lines = all.filter(({ order_id }) => order_id !== missing)
  const to = place(buyer.gln, buyer.name, [buyer.street, buyer.city, buyer.state, buyer.zip])
  for (const [id, ofOrder] of Map.groupBy(lines, ({ order_id }) => order_id))
    await store(tx, `shipment-${ofOrder[0]?.erp_id ?? id}.xml`, { seller: wholesaler, buyer: to, lines: ofOrder })
  const some = lines.slice(0, 3)
  await store(tx, 'supplier-delivery.xml', { seller: supplier, buyer: wholesaler, lines: some })
  const stranger = place(withCheckDigit('952199999999'), 'Closed Pharmacy', ['1 Old St', 'Dayton', 'OH', '45402'])
  await store(tx, 'shipment-to-closed-pharmacy.xml', { seller: wholesaler, buyer: stranger, lines: some.slice(0, 1) })
  if (some[0]) await seedRequest(tx, some[0])
}

/** Whether the DSCSA applies: to prescription drugs, and not to supplies and over-the-counter products. */
const seedNeeds = async (tx: Tx, orderIds: readonly string[]): Promise<void> => {
  await sql`
    update order_line set needs_trace = product.dispensing = 'Rx' and not is_item_number
    from product where product.id = product_id and order_id = any(${orderIds}::uuid[])`.execute(tx)
}

const seedRequest = async (tx: Tx, { ndc_key }: ShippedLine): Promise<void> => {
  const admin = await tx
    .selectFrom('user_account')
    .select('id')
    .where('email', '=', 'admin@demo.example')
    .executeTakeFirst()
  if (!admin) return
  await tx
    .insertInto('trace_request')
    .values({
      id: newId(),
      kind: 'recall',
      requester: 'Demo State Board of Pharmacy',
      contact: 'inspector@board.example',
      arrived_at: sql<Date>`now() - interval '5 hours'`,
      product: dashedNdc(ndc_key),
      lot: lotOf(ndc_key),
      note: 'Which customers received this lot?',
      recorded_by: admin.id,
    })
    .execute()
}

/** As the ERP simulator numbers lots, so that its deliveries and the documents agree. */
const lotOf = (ndcKey: string): string => `L${numberOf(ndcKey, 5)}`

const buyerOf = async (tx: Tx, email: string): Promise<Buyer | undefined> => {
  const { rows } = await sql<Buyer>`
    select business.id as "businessId", gln_number as gln, business.name, shipto_address1 as street,
      shipto_city as city, shipto_state as state, shipto_zip as zip
    from user_account join business on business.id = user_account.business_id where email = ${email}`.execute(tx)
  return rows[0]
}

const shippedLines = async (tx: Tx, businessId: string): Promise<ShippedLine[]> => {
  const { rows } = await sql<ShippedLine>`
    with shipped as (
      select id, erp_id, purchase_order, shipped_at from sales_order
      where business_id = ${businessId} and shipped_at is not null and not is_cancelled
      order by shipped_at desc, id limit 4)
    select order_id, erp_id, purchase_order, shipped_at,
      (select invoice.id from invoice where invoice.order_id = shipped.id order by invoice.id limit 1) as invoice_id,
      ndc_key, product.name, manufacturer, strength, dosage_form, pack_size, quantity
    from shipped join order_line on order_id = shipped.id join product on product.id = product_id
    where ndc_key <> '' and not is_item_number order by shipped_at desc, order_id, line_no`.execute(tx)
  return rows
}

interface Shipment {
  seller: ReturnType<typeof place>
  buyer: ReturnType<typeof place>
  lines: readonly ShippedLine[]
}

const store = async (tx: Tx, fileName: string, { seller, buyer, lines }: Shipment): Promise<void> => {
  const traced = lines.flatMap((line) => {
    const gtin = gtinOf(line.ndc_key)
    return gtin ? [{ ...line, gtin }] : []
  })
  const [first] = traced
  if (!first) return
  const content = Buffer.from(
    composeDocument({
      guideline: 'R1.2',
      instanceId: fileName,
      shippedAt: first.shipped_at,
      seller,
      buyer,
      references: [
        ...(first.purchase_order ? [{ type: 'po' as const, number: first.purchase_order }] : []),
        ...(first.invoice_id && seller === wholesaler ? [{ type: 'inv' as const, number: first.invoice_id }] : []),
      ],
      products: traced.map((line) => ({
        gtin: line.gtin,
        ndc: dashedNdc(line.ndc_key),
        name: line.name,
        manufacturer: line.manufacturer,
        dosageForm: line.dosage_form || 'Not stated',
        strength: line.strength || 'Not stated',
        netContent: line.pack_size || 'Not stated',
      })),
      packages: traced.flatMap((line) =>
        Array.from({ length: line.quantity }, (_, at) => ({
          gtin: line.gtin,
          serial: numberOf(`${fileName} ${line.ndc_key} ${at}`, 12),
          lot: lotOf(line.ndc_key),
          expiry: new Date(first.shipped_at.getTime() + 600 * 86_400_000).toISOString().slice(0, 10),
        })),
      ),
    }),
  )
  const summary: DocumentSummary = summarizeDocument(content)
  await storeDocument(tx, bySystem, { content, fileName, summary, ownGlns: [wholesalerGln] })
}

/** Digits that are the same in each demo. */
const numberOf = (text: string, digits: number): string =>
  String(createHash('sha256').update(text).digest().readUIntBE(0, 6)).padStart(15, '0').slice(-digits)

/** Null for a code of eleven digits without a part that was padded. */
const gtinOf = (ndcKey: string): string | null => {
  const [, labeler = '', product = '', pack = ''] = /^(\d{5})(\d{4})(\d{2})$/.exec(ndcKey) ?? []
  const ten = labeler.startsWith('0')
    ? `${labeler.slice(1)}${product}${pack}`
    : product.startsWith('0')
      ? `${labeler}${product.slice(1)}${pack}`
      : pack.startsWith('0')
        ? `${labeler}${product}${pack.slice(1)}`
        : ''
  return ten ? withCheckDigit(`003${ten}`) : null
}
