import assert from 'node:assert/strict'
import { addProducts, type NewProduct } from '#catalog/add-products.ts'
import { addListedOrder } from '#orders/history/testing-lists.ts'
import { newId } from '#platform/db/new-id.ts'
import type { NewRow } from '#platform/db/tables.ts'
import type { TestPortal, TestUser } from '#portal/testing.ts'
import { type NewReturnLine, returns } from './contract.ts'

type ShippedProduct = Partial<NewProduct> & { quantity?: number }

/** Shipped orders of customers, and requests about their lines. */
export const returning = (portal: TestPortal) => {
  const { db } = portal
  let made = 0

  const addProduct = async (facts: Partial<NewProduct> = {}): Promise<string> => {
    made += 1
    const [added] = await addProducts(db, [
      {
        name: `Gauze ${made}`,
        ndc_number: `ITEM-${made}-${newId().slice(-6)}`,
        price: 10,
        count_in_stock: 100,
        is_published: true,
        is_item_number: true,
        dispensing: 'OTC',
        schedule_source: 'label',
        needs_trace: false,
        ...facts,
      },
    ])
    return added?._id ?? ''
  }

  /** An order with one line for each product; shipped two days ago unless the facts say otherwise. */
  const ship = async (user: TestUser, products: ShippedProduct[], facts: Partial<NewRow<'sales_order'>> = {}) => {
    const order = await addListedOrder(db, {
      user_id: user._id,
      placed_by: user._id,
      erp_id: String(700_000 + made),
      erp_status: '3',
      shipped_at: portal.daysAgo(2),
      ...facts,
    })
    const ids: string[] = []
    for (const [at, { quantity = 10, ...product }] of products.entries()) {
      const id = await addProduct(product)
      ids.push(id)
      const { name, ndc_number, ...known } = await db
        .selectFrom('product')
        .select(['name', 'ndc_number', 'needs_trace'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      await db
        .insertInto('order_line')
        .values({
          order_id: order,
          line_no: at + 1,
          product_id: id,
          name,
          slug: ndc_number,
          quantity,
          price: 10,
          ...known,
        })
        .execute()
    }
    return { order, products: ids }
  }

  const line = (facts: Partial<NewReturnLine> = {}) => ({
    lineNo: 1,
    quantity: 1,
    reason: 'mistake' as const,
    condition: 'unopened' as const,
    lot: 'LOT-1',
    expiry: '2030-01-31',
    ...facts,
  })

  type Options = { as: TestUser; headers?: Record<string, string> }

  const request = (order: string, lines: ReturnType<typeof line>[], { as, headers = {} }: Options) =>
    portal.call(returns.request, { body: { order, contact: 'Ada, 555-0100', lines }, as, headers })

  /** Requests a single return and reads its id. */
  const requested = async (order: string, lines: ReturnType<typeof line>[], options: Options): Promise<string> => {
    const { status, body } = await request(order, lines, options)
    assert.equal(status, 201, body.message)
    return body.returns[0]?._id ?? ''
  }

  const read = async (id: string, as: TestUser) => (await portal.call(returns.byId, { params: { id }, as })).body

  const authorize = async (id: string, as: TestUser, more: { orderForm?: string } = {}) => {
    const { __v } = await read(id, as)
    return portal.call(returns.authorize, { params: { id }, body: { __v, answer: 'Ship to dock 4.', ...more }, as })
  }

  const subjectsTo = async (user: TestUser): Promise<string[]> => {
    const mails = await db
      .selectFrom('mail')
      .select('subject')
      .where('recipient', '=', user.email)
      .orderBy('id')
      .execute()
    return mails.map(({ subject }) => subject)
  }

  /** An accepted document of packages that were shipped to the customer. */
  const addTrace = async (
    { businessId }: TestUser,
    order: string,
    packages: { gtin: string; serial: string; lot?: string }[],
  ): Promise<void> => {
    const [document_id, shipment_id] = [newId(), newId()]
    await db
      .insertInto('trace_document')
      .values({
        id: document_id,
        direction: 'outbound',
        format: 'XML',
        schema_version: '1.2',
        document_date: new Date(),
        digest: newId(),
        content: Buffer.from('x'),
        accepted_at: new Date(),
      })
      .execute()
    await db
      .insertInto('trace_shipment')
      .values({
        id: shipment_id,
        document_id,
        event_no: 1,
        shipped_at: new Date(),
        business_id: businessId,
        order_id: order,
        package_count: packages.length,
      })
      .execute()
    await db
      .insertInto('trace_package')
      .values(packages.map((one) => ({ shipment_id, ...one })))
      .execute()
  }

  return { addTrace, ship, line, request, requested, read, authorize, subjectsTo }
}
