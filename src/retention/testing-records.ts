import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { newId } from '#platform/db/new-id.ts'
import { addInvoice, addListedOrder } from '#orders/history/testing-lists.ts'
import type { TestPortal, TestUser } from '#portal/testing.ts'
import { shipmentXml, type TestShipment } from '#traceability/epcis/testing-documents.ts'
import { keptKinds } from './record-kinds.ts'

/** Adds a record of every kind, and reads which of them are still there. */
export const keepingRecords = (portal: TestPortal, admin: TestUser) => {
  const { db } = portal
  let documents = 0

  const addDocument = async (shipment: TestShipment): Promise<string> => {
    documents += 1
    const head = '--edge\r\ncontent-disposition: form-data; name="file"; filename="trace.xml"\r\n\r\n'
    const { status, body } = await portal.send({
      method: 'POST',
      url: '/api/trace/documents',
      as: admin,
      headers: { 'content-type': 'multipart/form-data; boundary=edge' },
      payload: `${head}${shipmentXml({ instance: `R${documents}`, ...shipment })}\r\n--edge--\r\n`,
    })
    assert.equal(status, 201, body.message)
    return String(body['_id'])
  }

  const addLicense = async (businessId: string | null, facts: object = {}): Promise<string> => {
    const id = newId()
    await db
      .insertInto('license')
      .values({
        id,
        business_id: businessId,
        state: 'MA',
        number: `PH-${id.slice(-6)}`,
        status: 'verified',
        verified_by: admin._id,
        verified_at: new Date(),
        verified_against: 'Board of Pharmacy',
        ...facts,
      })
      .execute()
    return id
  }

  /** An order with a line, a hold and a stock movement. */
  const addOrder = async (buyer: TestUser, facts: Parameters<typeof addListedOrder>[1] = {}): Promise<string> => {
    const id = await addListedOrder(db, { user_id: buyer._id, placed_by: buyer._id, ...facts })
    await db
      .insertInto('order_line')
      .values({ order_id: id, line_no: 1, name: 'Tramadol 50 mg', slug: '00093-0058-01', quantity: 3, price: 10 })
      .execute()
    await db
      .insertInto('order_hold')
      .values({ id: newId(), order_id: id, kind: 'license', reason: 'The license has expired.' })
      .execute()
    return id
  }

  const addBilled = async (orderId: string): Promise<string> => {
    const id = await addInvoice(db, { order_id: orderId })
    await db
      .insertInto('invoice_line')
      .values({ invoice_id: id, line_no: 1, product_number: '00093-0058-01', name: 'Tramadol 50 mg', quantity: 3 })
      .execute()
    return id
  }

  const addStock = async (orderId: string): Promise<string> => {
    const productId = newId()
    await db
      .insertInto('product')
      .values({ id: productId, name: 'Tramadol 50 mg', slug: productId, ndc_number: '', is_item_number: true })
      .execute()
    await db
      .insertInto('stock_movement')
      .values({ id: newId(), product_id: productId, quantity: -3, reason: 'order', order_id: orderId })
      .execute()
    return productId
  }

  /** The primary keys of all rows, by table. */
  const keysOf = async (tables = keptKinds.flatMap((kind) => kind.tables)): Promise<Map<string, string[]>> => {
    const keys = new Map<string, string[]>()
    for (const table of tables) {
      const { rows: columns } = await sql<{ name: string }>`
        select attname as name from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
        where indrelid = ${table}::regclass and indisprimary order by attnum`.execute(db)
      const key = sql.join(
        columns.map(({ name }) => sql`${sql.ref(name)}::text`),
        sql`, `,
      )
      const { rows } = await sql<{ key: string }>`
        select concat_ws('/', ${key}) as key from ${sql.table(table)} order by 1`.execute(db)
      keys.set(
        table,
        rows.map((row) => row.key),
      )
    }
    return keys
  }

  return { addDocument, addLicense, addOrder, addBilled, addStock, keysOf }
}

/** The rows of the first reading that the second one lacks. */
export const lostOf = (before: Map<string, string[]>, after: Map<string, string[]>): string[] =>
  [...before].flatMap(([table, keys]) => {
    const left = new Set(after.get(table))
    return keys.filter((key) => !left.has(key)).map((key) => `${table} ${key}`)
  })
