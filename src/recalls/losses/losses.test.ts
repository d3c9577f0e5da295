import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addProducts } from '#catalog/add-products.ts'
import { invoices } from '#billing/invoices/contract.ts'
import { addInvoice, addListedOrder } from '#orders/history/testing-lists.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { lossDeadlines } from './compute-deadlines.ts'
import { losses } from './contract.ts'

const portal = await startTestPortal({ environment: { COMPLIANCE_EMAIL: 'compliance@wholesaler.example' } })
const { db, config } = portal
const admin = await portal.addUser({ is_admin: true, account_number: '' })
const director = await portal.addUser({ is_admin: true, is_read_only: true, account_number: '' })
const rep = await portal.addUser({ is_sales_rep: true, account_number: '' })
const acme = await portal.addUser({ company_name: 'Acme Pharmacy', account_number: '1000001' })
const stranger = await portal.addUser({ account_number: '2000002' })

const [controlled, plain] = await addProducts(db, [
  { name: 'Ketamine 50 mg', price: 10, dea_schedule: 'CIII', ndc_number: '00011-2222-01' },
  { name: 'Gauze', price: 1 },
])
assert.ok(controlled && plain)

const addOrder = async (facts: object = {}): Promise<string> => {
  const order_id = await addListedOrder(db, { user_id: acme._id, bill_to_party_id: '1000001', ...facts })
  const line = { order_id, slug: 'x', price: 1, quantity: 5 }
  await db
    .insertInto('order_line')
    .values([
      { ...line, line_no: 10, product_id: controlled._id, name: 'Ketamine 50 mg', dea_schedule: 'CIII' },
      { ...line, line_no: 20, product_id: plain._id, name: 'Gauze', dea_schedule: '' },
    ])
    .execute()
  return order_id
}
const report = (id: string, more: object = {}, as: TestUser = acme) =>
  portal.call(losses.report, {
    params: { id },
    body: { line: 1, kind: 'not received', quantity: 2, note: 'The box was open.', ...more },
    as,
  })
const listed = async (view: 'controlled' | 'other' | 'closed', as = admin) =>
  (await portal.call(losses.list, { query: { view }, as })).body.rows
const mailsTo = async (recipient: string) =>
  (
    await db.selectFrom('mail').select('subject').where('recipient', '=', recipient).orderBy('created_at').execute()
  ).map(({ subject }) => subject)

test('a controlled line alarms compliance at once, with both clocks, and once', async () => {
  const id = await addOrder({ erp_id: '610001' })
  const answers = await Promise.all([report(id), report(id)])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409])
  assert.deepEqual(await mailsTo('compliance@wholesaler.example'), ['CIII reported not received: Ketamine 50 mg'])
  const [row] = await listed('controlled')
  const due = lossDeadlines(portal.day())
  assert.deepEqual(
    [row?.customer, row?.orderIdSap, row?.quantity, row?.deaSchedule, row?.deaDue, row?.formDue],
    ['Acme Pharmacy', '610001', 2, 'CIII', due.deaDue, due.formDue],
  )
  const { body: own } = await portal.call(losses.ofOrder, { params: { id }, as: acme })
  assert.deepEqual(
    own.map(({ productName, kind, isClosed }) => [productName, kind, isClosed]),
    [['Ketamine 50 mg', 'not received', false]],
  )
})

test('any other line goes to customer service, without a clock', async () => {
  const id = await addOrder()
  const before = await mailsTo('compliance@wholesaler.example')
  assert.equal((await report(id, { line: 2, kind: 'damaged' })).status, 201)
  assert.deepEqual(await mailsTo('compliance@wholesaler.example'), before)
  assert.deepEqual(await mailsTo(config.CONTACT_EMAIL), ['Reported damaged: Gauze'])
  const [row] = await listed('other')
  assert.deepEqual([row?.productName, row?.deaDue], ['Gauze', null])
})

test('a report is refused for other orders, lines and quantities', async () => {
  const id = await addOrder()
  assert.equal((await report(id, {}, stranger)).status, 404)
  assert.equal((await portal.call(losses.ofOrder, { params: { id }, as: stranger })).status, 404)
  assert.equal((await report(id, {}, rep)).status, 404)
  assert.equal((await report(id, {}, admin)).status, 403)
  for (const more of [{ line: 3 }, { line: 0 }, { quantity: 6 }, { quantity: 0 }, { quantity: 1.5 }, { kind: 'lost' }])
    assert.equal((await report(id, more)).status, 400, JSON.stringify(more))
  const placed = await addOrder({ placed_by: rep._id })
  assert.equal((await report(placed, {}, rep)).status, 201, 'a rep for the customer')
})

test('missing goods of an invoice alarm compliance for its controlled lines', async () => {
  await addInvoice(db, { id: '92000001', party_id: '1000001' })
  const line = { invoice_id: '92000001', quantity: 4 }
  await db
    .insertInto('invoice_line')
    .values([
      { ...line, line_no: 1, product_number: '11-2222-01' },
      { ...line, line_no: 2, product_number: '0011-2222-01' },
      { ...line, line_no: 3, product_number: 'GAUZE' },
    ])
    .execute()
  const ask = (reason: 'price' | 'damaged', lineNo: number | null) =>
    portal.call(invoices.ask, { params: { id: '92000001' }, body: { reason, words: 'Broken vials', lineNo }, as: acme })
  const ofInvoice = async () =>
    (await listed('controlled'))
      .filter(({ invoiceId }) => invoiceId === '92000001')
      .map(({ kind, quantity }) => [kind, quantity])
  assert.equal((await ask('price', 2)).status, 201)
  assert.equal((await ask('damaged', 3)).status, 201)
  assert.deepEqual(await ofInvoice(), [])
  assert.equal((await ask('damaged', null)).status, 201)
  assert.deepEqual(await ofInvoice(), [['damaged', 4]])
})

test('an admin records the notice and the form, and closes with a conclusion', async () => {
  const id = await addOrder()
  await report(id, { kind: 'short' })
  const find = async () => (await listed('controlled')).find(({ orderId }) => orderId === id)
  const row = await find()
  assert.ok(row)
  const follow = (body: object, as = admin) =>
    portal.call(losses.followUp, { params: { id: row._id }, body: { __v: row.__v, ...body }, as })
  assert.equal((await follow({}, director)).status, 403)
  assert.equal((await follow({}, acme)).status, 403)
  assert.equal((await follow({ deaNotifiedOn: '2026-02-31' })).status, 400)
  assert.equal((await follow({ deaNotifiedOn: portal.day() })).status, 200)
  assert.equal((await find())?.deaNotifiedOn, portal.day())
  assert.equal((await follow({})).status, 409, 'stale')
  assert.equal((await follow({ __v: row.__v + 1, isClosed: true })).status, 400)
  assert.equal(
    (await follow({ __v: row.__v + 1, isClosed: true, conclusion: 'Found.', formNumber: '106-1' })).status,
    200,
  )
  assert.equal((await follow({ __v: row.__v + 2 })).status, 409)
  assert.equal(await find(), undefined)
  assert.equal((await listed('closed'))[0]?.conclusion, 'Found.')
  assert.equal((await report(id, { kind: 'short' })).status, 201, 'again after it was closed')
})
