import assert from 'node:assert/strict'
import { test } from 'node:test'
import { users } from '#customers/contract.ts'
import { addProducts } from '#catalog/add-products.ts'
import { invoices } from '#billing/invoices/contract.ts'
import { orders } from '#orders/contract.ts'
import { addInvoice, addListedOrder } from '#orders/history/testing-lists.ts'
import { productEditing } from '#product-admin/contract.ts'
import { reports } from '#reports/contract.ts'
import { startTestPortal } from './testing.ts'

/** One moment: evening in New York, noon of the next day in Auckland. */
const zones = [
  { timeZone: 'America/New_York', day: '2026-11-25', offset: '-05:00' },
  { timeZone: 'Pacific/Auckland', day: '2026-11-26', offset: '+13:00' },
]
const at = '2026-11-26T02:57:00.000Z'

for (const { timeZone, day, offset } of zones)
  test(`every moment of an order, an invoice and a report begins with its day in ${timeZone}`, async () => {
    const portal = await startTestPortal({ environment: { BUSINESS_TIME_ZONE: timeZone } })
    const { db } = portal
    const admin = await portal.addUser({ is_admin: true, created_at: at })
    const rep = await portal.addUser({ is_sales_rep: true })
    const buyer = await portal.addUser({ account_number: '1000001', created_at: at })
    const [product] = await addProducts(db, [{ name: 'Gauze', ndc_number: 'G-1', is_published: true, updated_at: at }])
    const moments = { created_at: at, paid_at: at, delivered_at: at, erp_intent_at: at, numbered_at: at }
    const facts = { user_id: buyer._id, placed_by: rep._id, bill_to_party_id: '1000001', erp_id: '510020', ...moments }
    const order = await addListedOrder(db, { ...facts, is_paid: true, is_delivered: true })
    const open = await addListedOrder(db, { ...facts, erp_id: '510021' })
    await addListedOrder(db, { ...facts, erp_id: null, erp_state: 'rejected' })
    for (const order_id of [order, open])
      await db
        .insertInto('order_line')
        .values({
          order_id,
          line_no: 1,
          product_id: product?._id ?? null,
          name: 'Gauze',
          slug: 'gauze',
          quantity: 1,
          price: 1,
        })
        .execute()
    // A rep's customers are derived from the last year's orders.
    await addListedOrder(db, { ...facts, erp_id: '510022', created_at: new Date() })
    const invoice = await addInvoice(db, {
      order_id: order,
      erp_created_at: at,
      invoice_date: day,
      open_amount_at: at,
      open_amount: 5,
    })
    const dated = await addInvoice(db, { order_id: order, erp_created_at: null, invoice_date: day })

    const answers = {
      history: await portal.call(orders.mine, { params: { id: buyer._id }, query: {}, as: buyer }),
      allOrders: await portal.call(orders.all, { params: { id: 'all' }, query: {}, as: admin }),
      onDay: await portal.call(orders.all, {
        params: { id: 'all' },
        query: { query: `{"createdAt":"${day}"}` },
        as: admin,
      }),
      order: await portal.call(orders.byId, { params: { id: order }, as: buyer }),
      timeline: await portal.call(orders.timeline, { params: { id: order }, as: buyer }),
      invoice: await portal.call(invoices.byId, { params: { id: invoice }, as: buyer }),
      totals: await portal.call(invoices.totals, { query: {}, as: buyer }),
      myDashboard: await portal.call(reports.mySummary, { params: { id: buyer._id }, as: buyer }),
      myCustomers: await portal.call(reports.myCustomers, { query: {}, as: rep }),
      payments: await portal.call(reports.invoices, { as: admin }),
      attention: await portal.call(reports.attention, { as: admin }),
      people: await portal.call(users.list, { query: {}, as: admin }),
    }
    for (const [name, { status, raw }] of Object.entries(answers)) {
      assert.equal(status, 200, name)
      assert.doesNotMatch(raw.body, /"[\d-]{10}T[^"]*Z"/, name)
      const read = raw.body.match(/"[\d-]{10}T[^"]*"/g) ?? []
      assert.ok(read.length > 0, name)
      for (const moment of read.filter((one) => Date.parse(one.slice(1, -1)) === Date.parse(at)))
        assert.ok(moment.startsWith(`"${day}T`) && moment.endsWith(`${offset}"`), `${name}: ${moment}`)
    }
    assert.equal(answers.onDay.body.length, 3)
    assert.equal(answers.order.body.createdAt.slice(0, 10), day)
    const billed = answers.timeline.body.filter(({ what }) => what === 'invoiced')
    assert.equal(billed.find(({ invoiceID }) => invoiceID === dated)?.at, `${day}T00:00:00.000${offset}`)

    const files = [
      await portal.send({ method: 'GET', url: users.customersFile.path, as: admin }),
      await portal.send({ method: 'GET', url: productEditing.file.path, as: admin }),
    ]
    for (const { status, raw } of files) {
      assert.equal(status, 200)
      assert.match(raw.body, new RegExp(`\\b${day}\\b`))
      assert.doesNotMatch(raw.body, /\d{4}-\d\d-\d\dT/)
    }
  })
