import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { addHold } from './testing-holds.ts'
import { addProducts, type NewProduct } from '#catalog/add-products.ts'
import { catalog } from '#catalog/contract.ts'
import { pdfText } from '#platform/pdf/testing-pdf.ts'
import { startTestPortal } from '#portal/testing.ts'
import { addInvoice, addListedOrder } from './history/testing-lists.ts'
import { orders } from './contract.ts'

const portal = await startTestPortal({ environment: { ERP_URL: 'http://127.0.0.1:1', ERP_USER: 'portal' } })
const { db } = portal
const admin = await portal.addUser({ is_admin: true, account_number: '' })
const buyer = await portal.addUser({ account_number: '1000001' })
const other = await portal.addUser({ account_number: '2000002' })
const rep = await portal.addUser({ is_sales_rep: true, account_number: '' })

const addProduct = async (facts: Partial<NewProduct>): Promise<string> => {
  const [added] = await addProducts(db, [
    { name: `Product ${randomUUID()}`, price: 10, is_published: true, is_item_number: true, ...facts },
  ])
  return added?._id ?? ''
}

const products = [
  await addProduct({ price: 12, count_in_stock: 100 }),
  await addProduct({ price: 12, count_in_stock: 3 }),
  await addProduct({ price: 12, count_in_stock: 0 }),
  await addProduct({ price: 12, count_in_stock: 0, is_non_stocked: true }),
  await addProduct({ price: 12, count_in_stock: 9, is_published: false }),
]
const order = await addListedOrder(db, {
  user_id: buyer._id,
  placed_by: rep._id,
  erp_id: '510020',
  erp_intent_at: '2026-11-18T10:00:02.000Z',
  erp_status: '3',
  tracking_code: '1Z999',
  is_paid: true,
  paid_at: '2026-11-20T08:00:00.000Z',
  created_at: '2026-11-18T10:00:00.000Z',
  items_price: 150,
  total_price: 150,
  purchase_order: 'PO-1',
  bill_to_party_id: '1000001',
  line_count: products.length,
})
await db
  .insertInto('order_line')
  .values(
    products.map((product, at) => ({
      order_id: order,
      line_no: at + 1,
      product_id: product,
      name: `Line ${at}`,
      slug: `slug-${at}`,
      quantity: 5,
      price: 6,
    })),
  )
  .execute()
const invoice = await addInvoice(db, {
  id: '90000001',
  order_id: order,
  invoice_date: '2026-11-19',
  total_gross_amount: 30,
})

describe('the lines of an order', () => {
  it('link to their own products, even with equal numbers, until those are deleted', async () => {
    const [gauze, gloves, gone] = [
      await addProduct({ ndc_number: 'SHARED-1' }),
      await addProduct({ ndc_number: 'SHARED-1' }),
      await addProduct({ ndc_number: 'SHARED-1' }),
    ]
    await db.updateTable('product').set({ deleted_at: new Date() }).where('id', '=', gone).execute()
    const id = await addListedOrder(db, { user_id: buyer._id })
    await db
      .insertInto('order_line')
      .values(
        [gauze, gloves, gone].map((product_id, at) => ({
          order_id: id,
          line_no: at + 1,
          product_id,
          name: `Line ${at}`,
          slug: 'SHARED-1',
          quantity: 1,
          price: 6,
        })),
      )
      .execute()
    const { orderItems } = (await portal.call(orders.byId, { params: { id }, as: buyer })).body
    const found = orderItems.map(async ({ page }) =>
      page === undefined ? null : (await portal.call(catalog.bySlug, { params: { slug: page } })).body._id,
    )
    assert.deepEqual(await Promise.all(found), [gauze, gloves, null])
  })
})

describe('ordering again', () => {
  it('checks each line at the billed customer’s current price', async () => {
    await db
      .insertInto('contract_price')
      .values({ product_id: products[0] ?? '', business_id: buyer.businessId, list: 'general', price: 11.5 })
      .execute()
    const { body } = await portal.call(orders.reorder, { params: { id: order }, query: {}, as: buyer })
    assert.deepEqual(
      body.map(({ verdict, price, countInStock, paidPrice }) => [verdict, price, countInStock, paidPrice]),
      [
        ['available', 11.5, 100, 6],
        ['short', 12, 3, 6],
        ['soldOut', 12, 0, 6],
        ['available', 12, 0, 6],
        ['notSold', null, 0, 6],
      ],
    )
    assert.equal(body[4]?.name, 'Line 4')
  })

  it('of another customer’s order is not found', async () => {
    for (const endpoint of [orders.reorder, orders.timeline])
      assert.equal((await portal.call(endpoint, { params: { id: order }, as: other })).status, 404)
    const pdf = await portal.send({ method: 'GET', url: `/api/orders/${order}/confirmation`, as: other })
    assert.equal(pdf.status, 404)
  })
})

describe('the timeline', () => {
  it('shows known events, with a time only if recorded', async () => {
    const { body } = await portal.call(orders.timeline, { params: { id: order }, as: buyer })
    assert.deepEqual(
      body.map(({ what, at, detail, trackingCode, invoiceID }) => [what, at, detail || trackingCode || invoiceID]),
      [
        ['placed', '2026-11-18T05:00:00.000-05:00', 'by Test Buyer (Sales Rep)'],
        ['handedOver', '2026-11-18T05:00:02.000-05:00', ''],
        ['numbered', null, '510020'],
        ['released', null, ''],
        ['shipped', null, '1Z999'],
        ['invoiced', '2026-11-19T00:00:00.000-05:00', invoice],
        ['paid', '2026-11-20T03:00:00.000-05:00', ''],
      ],
    )
    assert.deepEqual(
      body.flatMap(({ amount }) => amount ?? []),
      [30],
    )
  })

  it('is in order of time, with the payment that the ERP reports for each invoice', async () => {
    const shipped = await addListedOrder(db, {
      user_id: buyer._id,
      erp_id: '510021',
      created_at: '2026-11-18T10:00:00Z',
    })
    const update = (facts: object) => db.updateTable('sales_order').set(facts).where('id', '=', shipped).execute()
    await update({ tracking_code: '1Z777' })
    await update({ shipped_at: '2026-11-20T10:02:00Z' })
    const bill = {
      order_id: shipped,
      party_id: '1000001',
      total_gross_amount: 30,
      erp_created_at: '2026-11-20T10:00:00Z',
    }
    const sent = { erp_created_at: '2026-11-21T10:00:00Z', open_amount: 30 }
    await addInvoice(db, { ...bill, id: '90000011', open_amount: 0 })
    await addInvoice(db, { ...bill, ...sent, id: '90000012', due_date: '2026-01-02' })
    await addInvoice(db, { ...bill, ...sent, id: '90000013', due_date: '2126-01-02' })
    await addInvoice(db, { ...bill, ...sent, id: '90000014', is_credit: true })
    const { body } = await portal.call(orders.timeline, { params: { id: shipped }, as: buyer })
    assert.deepEqual(
      body.filter(({ at }) => at !== null).map(({ what, payment, dueDate }) => [what, payment, dueDate]),
      [
        ['placed', null, null],
        ['invoiced', 'paid', null],
        ['shipped', null, null],
        ['invoiced', 'overdue', '2026-01-02'],
        ['invoiced', 'open', '2126-01-02'],
        ['invoiced', null, null],
      ],
    )
  })

  it('has the time at which the portal noticed an event', async () => {
    const placed = await addListedOrder(db, { user_id: buyer._id })
    const update = (facts: object) => db.updateTable('sales_order').set(facts).where('id', '=', placed).execute()
    await update({ erp_id: '510099', erp_state: 'linked' })
    await update({ erp_status: '2' })
    await update({ tracking_code: '1Z998' })
    const { body } = await portal.call(orders.timeline, { params: { id: placed }, as: buyer })
    for (const step of ['numbered', 'released', 'shipped'])
      assert.ok(Date.now() - Date.parse(body.find(({ what }) => what === step)?.at ?? '') < 60_000, step)
    await update({ erp_status: '3' })
    const { body: later } = await portal.call(orders.timeline, { params: { id: placed }, as: buyer })
    assert.deepEqual(later, body, 'and keeps it')
  })

  it('shows a sales rep their order without the customer’s invoices', async () => {
    const { body } = await portal.call(orders.timeline, { params: { id: order }, as: rep })
    assert.ok(body.some(({ what }) => what === 'placed') && !body.some(({ what }) => what === 'invoiced'))
  })
})

describe('a former sales rep', () => {
  it('does not see orders they placed for others', async () => {
    const former = await portal.addUser({ is_sales_rep: true, account_number: '3000003' })
    const placed = await addListedOrder(db, { user_id: buyer._id, placed_by: former._id, purchase_order: 'FORMER' })
    const seen = async () => {
      const one = await portal.send({ method: 'GET', url: `/api/orders/${placed}`, as: former })
      const all = await portal.send({ method: 'GET', url: `/api/orders/mineSAPLocal/${former._id}`, as: former })
      const pdf = await portal.send({ method: 'GET', url: `/api/orders/${placed}/confirmation`, as: former })
      const sums = await portal.send({ method: 'GET', url: `/api/orders/mysummary/${former._id}`, as: former })
      return [one.status, all.raw.body.includes('FORMER'), pdf.status, sums.raw.body.includes('FORMER')]
    }
    assert.deepEqual(await seen(), [200, true, 200, true])
    await db.updateTable('user_account').set({ is_sales_rep: false }).where('id', '=', former._id).execute()
    assert.deepEqual(await seen(), [404, false, 404, false])
  })
})

describe('the order confirmation', () => {
  it('is a tagged PDF for users who may see the order', async () => {
    for (const as of [buyer, rep, admin]) {
      const { status, raw } = await portal.send({ method: 'GET', url: `/api/orders/${order}/confirmation`, as })
      assert.equal(status, 200)
      assert.equal(raw.headers['content-type'], 'application/pdf')
      assert.equal(raw.headers['content-disposition'], 'attachment; filename="order-510020.pdf"')
      const text = raw.rawPayload.toString('latin1')
      assert.ok(text.startsWith('%PDF-1.7'))
      assert.ok(!pdfText(raw.rawPayload).includes(order), 'the number is the reference')
      assert.ok(text.includes('/MarkInfo') && text.includes('/Marked true') && text.includes('/Lang (en-US)'))
    }
  })
})

it('the confirmation of an order without a number has its reference on one line', async () => {
  const id = await addListedOrder(db, { user_id: buyer._id })
  const { raw } = await portal.send({ method: 'GET', url: `/api/orders/${id}/confirmation`, as: buyer })
  assert.match(pdfText(raw.rawPayload), new RegExp(`^Placed on .* · reference ${id}$`, 'm'))
})

describe('retrying the sync', () => {
  it('re-queues an order without an external id and refuses one on hold', async () => {
    const stuck = await addListedOrder(db, { user_id: buyer._id, erp_state: 'rejected', erp_error: 'no' })
    const { status, body } = await portal.call(orders.sync, { params: { id: stuck }, as: admin })
    assert.equal(status, 200)
    assert.equal(body.orderIdSap, null)
    const job = await db.selectFrom('job').select('id').where('key', '=', stuck).executeTakeFirst()
    assert.ok(job)
    const held = await addListedOrder(db, { erp_state: 'held' })
    await addHold(db, held)
    assert.equal((await portal.call(orders.sync, { params: { id: held }, as: admin })).status, 409)
    const numbered = await portal.call(orders.sync, { params: { id: order }, as: admin })
    assert.deepEqual([numbered.status, numbered.body.message], [200, 'Order synced: 510020'])
    assert.equal((await portal.call(orders.sync, { params: { id: stuck }, as: buyer })).status, 403)
  })

  it('syncs again when a refused try is repeated with its key', async () => {
    const id = await addListedOrder(db, { user_id: buyer._id, erp_state: 'rejected', erp_error: 'no' })
    const headers = { 'idempotency-key': 'a-try' }
    const tries = []
    for (const erp_error of ['Product 77 is blocked.', 'The account is blocked.']) {
      const trying = portal.call(orders.sync, { params: { id }, as: admin, headers })
      const isQueued = () => db.selectFrom('job').select('id').where('key', '=', id).executeTakeFirst()
      while (!(await isQueued()));
      await db.deleteFrom('job').where('key', '=', id).execute()
      await db.updateTable('sales_order').set({ erp_state: 'rejected', erp_error }).where('id', '=', id).execute()
      const { status, body } = await trying
      tries.push([status, body.message])
    }
    assert.deepEqual(tries, [
      [409, 'The ERP rejected this order: Product 77 is blocked.'],
      [409, 'The ERP rejected this order: The account is blocked.'],
    ])
  })

  it('reports that no ERP is connected and does not change the order', async () => {
    const unconnected = await startTestPortal()
    const as = await unconnected.addUser({ is_admin: true })
    const stuck = await addListedOrder(unconnected.db, { erp_state: 'rejected', erp_error: 'no' })
    const { status, body } = await unconnected.call(orders.sync, { params: { id: stuck }, as })
    assert.deepEqual([status, body.message], [409, 'The ERP is not connected.'])
    const order = await unconnected.db.selectFrom('sales_order').select('erp_state').executeTakeFirstOrThrow()
    assert.equal(order.erp_state, 'rejected')
  })

  /** Retries the sync while simulating what the worker does in the meantime. */
  const tryWhile = async (meanwhile: (id: string) => Promise<unknown>) => {
    const id = await addListedOrder(db, { user_id: buyer._id, erp_state: 'rejected', erp_error: 'an old reason' })
    const trying = portal.call(orders.sync, { params: { id }, as: admin })
    const isQueued = () => db.selectFrom('job').select('id').where('key', '=', id).executeTakeFirst()
    while (!(await isQueued()));
    await meanwhile(id)
    const { status, body } = await trying
    return [status, body.message]
  }

  it('reports that the ERP rejected the order again, with the reason', async () => {
    const refuse = (id: string) =>
      db
        .updateTable('sales_order')
        .set({ erp_state: 'rejected', erp_error: 'Product 77 is blocked.' })
        .where('id', '=', id)
        .execute()
    assert.deepEqual(await tryWhile(refuse), [409, 'The ERP rejected this order: Product 77 is blocked.'])
  })

  it('reports that the ERP is not responding', async () => {
    const paused_until = new Date(Date.now() + 60_000)
    const leave = () =>
      db
        .insertInto('lane')
        .values({ name: 'erp', paused_until })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ paused_until }))
        .execute()
    const [status, message] = await tryWhile(leave)
    assert.equal(status, 502)
    assert.match(String(message), /^The ERP is not responding\. The order will be sent automatically/)
  })
})
