import assert from 'node:assert/strict'
import { addProducts } from '#catalog/add-products.ts'
import { addListedOrder } from '#orders/history/testing-lists.ts'
import { newId } from '#platform/db/new-id.ts'
import type { NewRow } from '#platform/db/tables.ts'
import type { TestPortal, TestUser } from '#portal/testing.ts'
import { recallNotices, recalls } from './contract.ts'

interface Shipped {
  lot: string
  order: string | null
  business: string | null
  count?: number
  isAccepted?: boolean
}

/** Steps shared by the tests of recalls: products, their sales and deliveries, and the acts of an admin. */
export const recalling = (portal: TestPortal, admin: TestUser) => {
  const { db } = portal
  let products = 0
  const addDrug = async (): Promise<{ id: string; ndc: string; gtin: string }> => {
    products += 1
    const ndc = `0001-${String(1_000 + products)}-45`
    const [added] = await addProducts(db, [
      {
        name: `Drug ${products}`,
        ndc_number: ndc,
        gtin: `0030001${1_000 + products}455`,
        price: 10,
        is_published: true,
      },
    ])
    assert.ok(added)
    const { gtin } = await db.selectFrom('product').select('gtin').where('id', '=', added._id).executeTakeFirstOrThrow()
    return { id: added._id, ndc, gtin }
  }

  /** An order of a customer with one line. */
  const buy = async (
    productId: string,
    facts: Partial<NewRow<'sales_order'>>,
    { quantity = 5, cancelled = 0 }: { quantity?: number; cancelled?: number } = {},
  ): Promise<string> => {
    const order_id = await addListedOrder(db, facts)
    await db
      .insertInto('order_line')
      .values({
        order_id,
        line_no: 1,
        product_id: productId,
        name: 'Drug',
        slug: 'x',
        quantity,
        cancelled_quantity: cancelled,
        price: 10,
      })
      .execute()
    return order_id
  }

  /** Outbound packages of an order. */
  const ship = async (gtin: string, { lot, order, business, count = 5, isAccepted = true }: Shipped) => {
    const [document, shipment] = [newId(), newId()]
    await db
      .insertInto('trace_document')
      .values({
        id: document,
        direction: 'outbound',
        format: 'XML',
        schema_version: '1.2',
        document_date: new Date(),
        digest: document,
        content: Buffer.from('x'),
        accepted_at: isAccepted ? new Date() : null,
      })
      .execute()
    await db
      .insertInto('trace_shipment')
      .values({
        id: shipment,
        document_id: document,
        event_no: 1,
        shipped_at: new Date(),
        business_id: business,
        order_id: order,
        package_count: count,
      })
      .execute()
    await db
      .insertInto('trace_package')
      .values(Array.from({ length: count }, (_, at) => ({ shipment_id: shipment, gtin, serial: `S${at}`, lot })))
      .execute()
  }

  const recallOf = (productId: string, more: object = {}) => ({
    firm: 'Manufacturing LLC',
    class: 'II' as const,
    depth: 'retail' as const,
    level: 'A' as const,
    reason: 'Glass particles.',
    instructions: 'Stop dispensing and return it.',
    soldSince: portal.day(-100),
    replyBy: portal.day(7),
    products: [{ productId, lots: [] as string[] }],
    ...more,
  })
  const draft = async (productId: string, more: object = {}): Promise<string> => {
    const { status, body } = await portal.call(recalls.add, { body: recallOf(productId, more), as: admin })
    assert.equal(status, 201, body.message)
    return body._id
  }
  const read = async (id: string) => (await portal.call(recalls.byId, { params: { id }, as: admin })).body
  const preview = async (id: string) => (await portal.call(recalls.preview, { params: { id }, as: admin })).body
  const send = async (id: string, recipients?: number) =>
    portal.call(recalls.send, {
      params: { id },
      body: { __v: (await read(id)).__v, recipients: recipients ?? (await preview(id)).count },
      as: admin,
    })
  const replyOf = (productId: string, more: object = {}) => ({
    hasRead: true as const,
    lines: [{ productId, onHand: 2, returned: 1, passedOn: 2 }],
    ...more,
  })
  const reply = (id: string, body: ReturnType<typeof replyOf>, as: TestUser) =>
    portal.call(recallNotices.reply, { params: { id }, body, as })
  const mailsAbout = (id: string) =>
    db
      .selectFrom('mail')
      .select(['recipient', 'subject', 'body'])
      .where('body', 'like', `%/recalls/${id}%`)
      .orderBy('created_at')
      .execute()
  const listed = async (id: string, state: 'all' | 'replied' | 'missing') =>
    (await portal.call(recalls.recipients, { params: { id }, query: { state }, as: admin })).body.rows

  return { addDrug, buy, ship, recallOf, draft, read, preview, send, replyOf, reply, mailsAbout, listed }
}
