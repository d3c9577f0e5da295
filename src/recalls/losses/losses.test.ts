import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addProducts } from '#catalog/add-products.ts'
import { invoices } from '#billing/invoices/contract.ts'
import { addInvoice, addListedOrder } from '#orders/history/testing-lists.ts'
import { startTestPortal } from '#portal/testing.ts'
import { returns } from '#returns/contract.ts'
import { returning } from '#returns/testing-returns.ts'
import { lossDeadlines } from './compute-deadlines.ts'
import { losses } from './contract.ts'

const portal = await startTestPortal({ environment: { COMPLIANCE_EMAIL: 'compliance@wholesaler.example' } })
const { db } = portal
const admin = await portal.addUser({ is_admin: true, account_number: '' })
const director = await portal.addUser({ is_admin: true, is_read_only: true, account_number: '' })
const rep = await portal.addUser({ is_sales_rep: true, account_number: '' })
const acme = await portal.addUser({ company_name: 'Acme Pharmacy', account_number: '1000001' })

const [controlled, plain] = await addProducts(db, [
  { name: 'Ketamine 50 mg', price: 10, dea_schedule: 'CIII', ndc_number: '00011-2222-01' },
  { name: 'Gauze', price: 1 },
])
assert.ok(controlled && plain)

let count = 0
/** An invoice of ketamine in two lines, and of gauze. */
const addDelivery = async (facts: { order_id?: string } = {}): Promise<string> => {
  const id = String(92_000_001 + count++)
  await addInvoice(db, { id, party_id: '1000001', ...facts })
  const line = { invoice_id: id, quantity: 4 }
  await db
    .insertInto('invoice_line')
    .values([
      { ...line, line_no: 1, product_number: '11-2222-01' },
      { ...line, line_no: 2, product_number: '0011-2222-01' },
      { ...line, line_no: 3, product_number: 'GAUZE' },
    ])
    .execute()
  return id
}
const ask = (id: string, reason: 'price' | 'quantity' | 'missing' | 'damaged', lineNo: number | null) =>
  portal.call(invoices.ask, { params: { id }, body: { reason, words: 'Broken vials', lineNo }, as: acme })
const listed = async (view: 'open' | 'closed', as = admin) =>
  (await portal.call(losses.list, { query: { view }, as })).body.rows
const mailsTo = async (recipient: string) =>
  (
    await db.selectFrom('mail').select('subject').where('recipient', '=', recipient).orderBy('created_at').execute()
  ).map(({ subject }) => subject)

test('a controlled line of a return request alarms compliance at once, with both clocks', async () => {
  const { ship, line, request } = returning(portal)
  const { order } = await ship(acme, [{ name: 'Ketamine 50 mg', dea_schedule: 'CIII' }, { name: 'Gauze' }])
  const lost = (lineNo: number, quantity: number) => [line({ lineNo, reason: 'missing', quantity, words: 'No box.' })]
  assert.equal((await request(order, lost(2, 1), { as: acme })).status, 201)
  assert.deepEqual(await listed('open'), [], 'other products are no loss of controlled substances')
  const answers = await Promise.all([2, 1].map((quantity) => request(order, lost(1, quantity), { as: acme })))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [201, 201],
  )
  const alarms = (await mailsTo('compliance@wholesaler.example')).filter((subject) => !subject.startsWith('Return'))
  assert.deepEqual(alarms, Array(2).fill('CIII reported not received: Ketamine 50 mg'))
  const rows = await listed('open')
  const due = lossDeadlines(portal.day())
  assert.deepEqual(
    rows.map(({ customer, orderId, quantity, deaSchedule, deaDue, formDue }) => [
      customer,
      orderId,
      quantity,
      deaSchedule,
      deaDue,
      formDue,
    ]),
    [['Acme Pharmacy', order, 3, 'CIII', due.deaDue, due.formDue]],
    'other pieces of the line are one report with what is missing in all',
  )
  for (const as of [acme, rep]) assert.equal((await portal.call(losses.list, { query: {}, as })).status, 403)
})

test('the return desk alarms compliance when fewer or damaged controlled pieces arrive', async () => {
  const { ship, line, requested, authorize, read } = returning(portal)
  const made = await ship(acme, [
    { name: 'Diazepam 5 mg', dea_schedule: 'CIV', cold_status: 'Refrigerated' },
    { name: 'Codeine 30 mg', dea_schedule: 'CIII' },
    { name: 'Lacosamide 50 mg', dea_schedule: 'CV' },
    { name: 'Phenobarbital 30 mg', dea_schedule: 'CIV' },
    { name: 'Modafinil 100 mg', dea_schedule: 'CIV' },
    { name: 'Bandage' },
  ])
  const receive = async (lines: [lineNo: number, asked: number, got: number, condition: 'sound' | 'damaged'][]) => {
    const asked = lines.map(([lineNo, quantity]) => line({ lineNo, quantity }))
    const id = await requested(made.order, asked, { as: acme })
    assert.equal((await authorize(id, admin)).status, 200)
    const { __v, items } = await read(id, admin)
    const receipts = items.map(({ lineNo }, at) => {
      const [, , quantity = 0, condition = 'sound'] = lines[at] ?? []
      return { lineNo, quantity, condition }
    })
    const body = { __v, lines: receipts }
    const answers = await Promise.all(
      [1, 2].map(() => portal.call(returns.receive, { params: { id }, body, as: admin })),
    )
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409], 'a double click')
  }
  const found = async () =>
    (await listed('open'))
      .filter(({ orderId }) => orderId === made.order)
      .map(({ productName, kind, quantity, coldStatus, customer }) => [
        productName,
        kind,
        quantity,
        coldStatus,
        customer,
      ])
      .toSorted()
  await receive([
    [1, 5, 3, 'sound'],
    [2, 2, 2, 'damaged'],
    [3, 4, 0, 'sound'],
    [4, 3, 1, 'damaged'],
    [5, 2, 2, 'sound'],
  ])
  await receive([[6, 4, 1, 'damaged']])
  const first = [
    ['Codeine 30 mg', 'damaged', 2, '', 'Acme Pharmacy'],
    ['Diazepam 5 mg', 'short', 2, 'Refrigerated or frozen', 'Acme Pharmacy'],
    ['Lacosamide 50 mg', 'not received', 4, '', 'Acme Pharmacy'],
    ['Phenobarbital 30 mg', 'damaged', 1, '', 'Acme Pharmacy'],
    ['Phenobarbital 30 mg', 'short', 2, '', 'Acme Pharmacy'],
  ]
  assert.deepEqual(await found(), first)
  const { body } = await db
    .selectFrom('mail')
    .select('body')
    .where('subject', '=', 'CIV reported short: Diazepam 5 mg')
    .where('recipient', '=', 'compliance@wholesaler.example')
    .executeTakeFirstOrThrow()
  assert.match(body, /Refrigerated or frozen/)
  assert.match(body, /At the receipt of RMA-\d+: 3 of 5 received/)

  await receive([[1, 3, 2, 'sound']])
  assert.deepEqual((await found())[1], ['Diazepam 5 mg', 'short', 3, 'Refrigerated or frozen', 'Acme Pharmacy'])
  const again = (await mailsTo('compliance@wholesaler.example')).filter((one) => one.includes('short: Diazepam'))
  assert.equal(again.length, 2, 'each receipt alarms')
})

test('damage that the customer reported is one alarm, not another at the receipt', async () => {
  const { ship, line, requested, authorize, read } = returning(portal)
  const { order } = await ship(acme, [{ name: 'Zolpidem 10 mg', dea_schedule: 'CIV' }])
  const id = await requested(order, [line({ quantity: 2, reason: 'damaged' })], { as: acme })
  assert.equal((await authorize(id, admin)).status, 200)
  const { __v } = await read(id, admin)
  const lines = [{ lineNo: 1, quantity: 2, condition: 'damaged' as const }]
  assert.equal((await portal.call(returns.receive, { params: { id }, body: { __v, lines }, as: admin })).status, 200)
  const alarms = (await mailsTo('compliance@wholesaler.example')).filter((one) => one.includes('Zolpidem'))
  assert.equal(alarms.filter((subject) => subject.includes('reported')).length, 1)
})

test('missing goods of an invoice alarm compliance for its controlled lines', async () => {
  const id = await addDelivery()
  const ofInvoice = async () =>
    (await listed('open')).filter(({ invoiceId }) => invoiceId === id).map(({ kind, quantity }) => [kind, quantity])
  assert.equal((await ask(id, 'price', 2)).status, 201)
  assert.equal((await ask(id, 'damaged', 3)).status, 201)
  assert.deepEqual(await ofInvoice(), [])
  assert.equal((await ask(id, 'damaged', null)).status, 201)
  assert.deepEqual(await ofInvoice(), [['damaged', 4]])
})

test('the schedule of an ordered line at placement counts, although the product has another one today', async () => {
  const [lowered, raised] = await addProducts(db, [
    { name: 'Tramadol 50 mg', price: 10, dea_schedule: '', ndc_number: '00011-3333-01' },
    { name: 'Gabapentin 300 mg', price: 10, dea_schedule: 'CV', ndc_number: '00011-4444-01' },
  ])
  assert.ok(lowered && raised)
  const orderId = await addListedOrder(db, { user_id: acme._id, placed_by: acme._id })
  const line = { order_id: orderId, quantity: 4, price: 10 }
  await db
    .insertInto('order_line')
    .values([
      { ...line, line_no: 1, product_id: lowered._id, name: 'Tramadol 50 mg', slug: '11-3333-01', dea_schedule: 'CIV' },
      {
        ...line,
        line_no: 2,
        product_id: raised._id,
        name: 'Gabapentin 300 mg',
        slug: '00011-4444-01',
        dea_schedule: 'CIV',
      },
    ])
    .execute()
  const id = await addDelivery({ order_id: orderId })
  await db
    .insertInto('invoice_line')
    .values([
      { invoice_id: id, quantity: 4, line_no: 4, product_number: '00011-3333-01' },
      { invoice_id: id, quantity: 4, line_no: 5, product_number: '0011-4444-01' },
    ])
    .execute()
  assert.equal((await ask(id, 'missing', null)).status, 201)
  const rows = (await listed('open')).filter(({ invoiceId }) => invoiceId === id)
  assert.deepEqual(rows.map(({ productName, deaSchedule }) => `${productName} ${deaSchedule}`).toSorted(), [
    'Gabapentin 300 mg CIV',
    'Ketamine 50 mg CIII',
    'Tramadol 50 mg CIV',
  ])
})

test('an admin records the notice and the form, and closes with a conclusion', async () => {
  const id = await addDelivery()
  await ask(id, 'missing', 2)
  const find = async () => (await listed('open')).find(({ invoiceId }) => invoiceId === id)
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
})
