import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { addInvoice } from '#orders/history/testing-lists.ts'
import { orderingForHeader } from '#shared/endpoint.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { returns } from './contract.ts'
import { returning } from './testing-returns.ts'

const portal = await startTestPortal({ environment: { REVERSE_DISTRIBUTOR: 'Acme Reverse' } })
const { db, call, send } = portal
const { ship, line, request, requested, read, authorize, subjectsTo } = returning(portal)
const admin = await portal.addUser({ is_admin: true, account_number: '' })
const rep = await portal.addUser({ is_sales_rep: true, account_number: '' })
const buyer = await portal.addUser({ account_number: '1000001' })
const colleague = await portal.addUser({ business_id: buyer.businessId })
const viewer = await portal.addUser({ business_id: buyer.businessId, buying_role: 'viewer' })
const stranger = await portal.addUser({ account_number: '2000002' })

const change = async (
  endpoint: typeof returns.cancel | typeof returns.refuse | typeof returns.credit,
  id: string,
  { as, version, ...body }: { as: TestUser; version?: number; answer?: string; creditNumber?: string },
) => {
  const __v = version ?? (await read(id, admin)).__v
  return send({ method: endpoint.method, url: endpoint.path.replace(':id', id), payload: { __v, ...body }, as })
}
const multipart = (field: string, content: Buffer) => ({
  headers: { 'content-type': 'multipart/form-data; boundary=edge' },
  payload: Buffer.concat([
    Buffer.from(`--edge\r\ncontent-disposition: form-data; name="${field}"; filename="a.bin"\r\n\r\n`),
    content,
    Buffer.from('\r\n--edge--\r\n'),
  ]),
})

test('a buyer requests a return of shipped lines; only their business and admins see it', async () => {
  const { order } = await ship(buyer, [{}, {}])
  const { body: items } = await call(returns.items, { query: { order }, as: colleague })
  assert.deepEqual(
    items.lines.map(({ lineNo, shipped, left, schedule, storage }) => [lineNo, shipped, left, schedule, storage]),
    [
      [1, 10, 10, 'none', 'room'],
      [2, 10, 10, 'none', 'room'],
    ],
  )
  const id = await requested(order, [line({ quantity: 3 }), line({ lineNo: 2, quantity: 1 })], { as: buyer })
  const found = await read(id, colleague)
  assert.deepEqual(
    [found.state, found.desk, found.items.map(({ quantity }) => quantity), found.order?._id],
    ['requested', 'returns', [3, 1], order],
  )
  assert.match(found.items[0]?.why ?? '', /within the last 30 days/)
  assert.deepEqual(await subjectsTo(buyer), [`Return request ${found.number} was requested`])
  const entry = await db.selectFrom('audit_entry').select('action').where('entity_id', '=', id).execute()
  assert.deepEqual(entry, [{ action: 'return requested' }])

  assert.equal((await call(returns.byId, { params: { id }, as: stranger })).status, 404)
  assert.equal((await call(returns.byId, { params: { id }, as: rep })).status, 404)
  assert.equal((await call(returns.items, { query: { order }, as: stranger })).status, 404)
  assert.equal((await request(order, [line()], { as: stranger })).status, 404)
  assert.equal((await request(order, [line()], { as: viewer })).status, 403)
  assert.equal((await request(order, [line()], { as: admin })).status, 403)
  assert.deepEqual((await call(returns.list, { query: {}, as: stranger })).body.rows, [])
  const { body: list } = await call(returns.list, { query: { order }, as: viewer })
  assert.deepEqual(
    list.rows.map(({ _id, lines }) => [_id, lines]),
    [[id, 2]],
  )
  assert.equal((await call(returns.desk, { query: {}, as: buyer })).status, 403)
})

test('no more can be returned than was shipped, also by two users at once', async () => {
  const { order } = await ship(buyer, [{ quantity: 5 }])
  const both = await Promise.all([
    request(order, [line({ quantity: 3 })], { as: buyer }),
    request(order, [line({ quantity: 3 })], { as: colleague }),
  ])
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [201, 409])
  const refused = both.find(({ status }) => status === 409)
  assert.match(refused?.body.message ?? '', /only 2 can still be returned/)
  const split = await request(order, [line({ quantity: 2 }), line({ quantity: 1, reason: 'damaged' })], { as: buyer })
  assert.equal(split.status, 409)
  const id = both.find(({ status }) => status === 201)?.body.returns[0]?._id ?? ''
  assert.equal((await change(returns.cancel, id, { as: buyer })).status, 200)
  assert.equal(
    (await request(order, [line({ quantity: 5 })], { as: buyer })).status,
    201,
    'canceled ones are free again',
  )
  assert.equal((await request(order, [line({ quantity: 1 })], { as: buyer })).status, 409)
})

test('invoices say what was shipped; an order that has not shipped has nothing to return', async () => {
  const { order, products } = await ship(buyer, [{ quantity: 5 }, { quantity: 5 }], {
    erp_status: '2',
    shipped_at: null,
  })
  const { body: early } = await call(returns.items, { query: { order }, as: buyer })
  assert.deepEqual([early.lines, early.problem.slice(0, 35)], [[], 'Nothing of this order has shipped y'])
  assert.equal((await request(order, [line()], { as: buyer })).status, 409)
  const { ndc_number: product_number } = await db
    .selectFrom('product')
    .select('ndc_number')
    .where('id', '=', products[1] ?? '')
    .executeTakeFirstOrThrow()
  const invoice_id = await addInvoice(db, { order_id: order, invoice_date: portal.day(-3), release_status_code: '3' })
  await db.insertInto('invoice_line').values({ invoice_id, line_no: 1, product_number, quantity: 4 }).execute()
  const { body: items } = await call(returns.items, { query: { invoice: invoice_id }, as: buyer })
  assert.deepEqual(
    items.lines.map(({ lineNo, left, shippedOn }) => [lineNo, left, shippedOn]),
    [[2, 4, portal.day(-3)]],
    'the invoice leads to its order',
  )
})

test('an invoice without a known order can be returned, and counts once its order arrives', async () => {
  const { order, products } = await ship(buyer, [{ quantity: 4 }])
  const { ndc_number: product_number } = await db
    .selectFrom('product')
    .select('ndc_number')
    .where('id', '=', products[0] ?? '')
    .executeTakeFirstOrThrow()
  const invoice = await addInvoice(db, { party_id: '1000001', invoice_date: portal.day(-3), release_status_code: '3' })
  await db.insertInto('invoice_line').values({ invoice_id: invoice, line_no: 1, product_number, quantity: 4 }).execute()
  const body = { invoice, contact: 'Ada', lines: [line({ quantity: 3 })] }
  assert.equal((await call(returns.request, { body, as: stranger })).status, 404)
  assert.equal((await call(returns.request, { body, as: buyer })).status, 201)
  await db.updateTable('invoice').set({ order_id: order }).where('id', '=', invoice).execute()
  assert.equal((await request(order, [line({ quantity: 2 })], { as: buyer })).status, 409)
  assert.equal((await request(order, [line({ quantity: 1 })], { as: buyer })).status, 201)
})

test('lines go to the desk that decides, in a request of their own; refused ones say why', async () => {
  const { order } = await ship(buyer, [
    {},
    { dea_schedule: 'CIV' },
    { cold_status: 'Refrigerated' },
    { is_item_number: false, ndc_number: '00093-0058-01', dispensing: 'Rx', schedule_source: '' },
  ])
  const mixed = await request(
    order,
    [line(), line({ reason: 'expired', expiry: '2026-01-31' }), line({ reason: 'recalled' }), line({ lineNo: 2 })],
    { as: buyer },
  )
  assert.equal(mixed.status, 201, mixed.body.message)
  assert.deepEqual(
    mixed.body.returns.map(({ desk }) => desk),
    ['returns', 'reverse-distributor', 'recall', 'compliance'],
  )
  const expired = await read(mixed.body.returns[1]?._id ?? '', buyer)
  assert.match(expired.items[0]?.next ?? '', /Acme Reverse/)
  const unknown = await request(order, [line({ lineNo: 4 })], { as: buyer })
  assert.deepEqual(
    unknown.body.returns.map(({ desk }) => desk),
    ['compliance'],
    'a person decides about an unknown schedule',
  )
  const cold = await request(order, [line({ lineNo: 3 })], { as: buyer })
  assert.deepEqual([cold.status, /never restocked/.test(cold.body.message ?? '')], [422, true])
  assert.equal((await request(order, [line({ lineNo: 3, reason: 'damaged' })], { as: buyer })).status, 201)
  const bare = await request(order, [line({ lineNo: 4, lot: '' })], { as: buyer })
  assert.deepEqual([bare.status, (bare.body as Record<string, unknown>)['field']], [422, 'lot'])
  assert.equal((await request(order, [line({ lineNo: 9 })], { as: buyer })).status, 409)
})

test('a rep requests for a customer, who is emailed too', async () => {
  const { order } = await ship(stranger, [{}])
  assert.equal((await request(order, [line()], { as: rep })).status, 404, 'not without choosing the customer')
  const headers = { [orderingForHeader]: stranger._id }
  const id = await requested(order, [line()], { as: rep, headers })
  assert.equal((await read(id, stranger)).requestedBy, 'Test Buyer')
  assert.equal((await subjectsTo(stranger)).length, 1)
  assert.equal((await subjectsTo(rep)).length, 1)
  assert.equal((await read(id, rep)).state, 'requested')
})

test('a clerk authorizes once, and refuses with a reason; the buyer cancels before receipt', async () => {
  const { order } = await ship(buyer, [{}])
  const id = await requested(order, [line()], { as: buyer })
  const { __v, number } = await read(id, admin)
  const body = { __v, answer: 'Ship to dock 4.' }
  const both = await Promise.all([1, 2].map(() => call(returns.authorize, { params: { id }, body, as: admin })))
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409])
  assert.equal((await call(returns.authorize, { params: { id }, body, as: buyer })).status, 403)
  const seen = await read(id, buyer)
  assert.deepEqual([seen.state, seen.answer], ['authorized', 'Ship to dock 4.'])
  assert.ok((await subjectsTo(buyer)).includes(`RMA-${number} was authorized`))
  assert.equal((await change(returns.cancel, id, { as: stranger })).status, 404)
  assert.equal((await change(returns.cancel, id, { as: buyer, version: __v })).status, 409, 'stale')
  assert.equal((await change(returns.cancel, id, { as: buyer })).status, 200)
  assert.ok((await subjectsTo(buyer)).includes(`RMA-${number} was canceled`))
  assert.equal((await change(returns.refuse, id, { as: admin, answer: 'No.' })).status, 409)

  const other = await requested(order, [line()], { as: buyer })
  assert.equal((await change(returns.refuse, other, { as: admin, answer: '' })).status, 400)
  assert.equal((await change(returns.refuse, other, { as: admin, answer: 'Made to order.' })).status, 200)
  assert.equal((await read(other, buyer)).answer, 'Made to order.')
})

test('Schedule II is authorized, and labeled, only against our own order form', async () => {
  const { order } = await ship(buyer, [{ dea_schedule: 'CII' }])
  const id = await requested(order, [line()], { as: buyer })
  const label = () =>
    send({ method: 'POST', url: `/api/returns/${id}/label`, as: admin, ...multipart('file', Buffer.from('%PDF-1.7')) })
  assert.equal((await label()).status, 409)
  const refused = await authorize(id, admin)
  assert.deepEqual([refused.status, refused.body.message?.includes('own order form')], [422, true])
  assert.equal((await authorize(id, admin, { orderForm: '222-0001' })).status, 200)
  assert.equal((await label()).status, 200)
  const file = (await read(id, buyer)).label
  assert.ok(file)
  const { raw } = await send({ method: 'GET', url: `/api/returns/${id}/files/${file}`, as: buyer })
  assert.deepEqual([raw.statusCode, raw.headers['content-type'], raw.body], [200, 'application/pdf', '%PDF-1.7'])
  assert.equal((await send({ method: 'GET', url: `/api/returns/${id}/files/${file}`, as: stranger })).status, 404)
  const text = multipart('file', Buffer.from('hello'))
  assert.equal((await send({ method: 'POST', url: `/api/returns/${id}/label`, as: admin, ...text })).status, 415)
})

test('photos are re-encoded, private and limited', async () => {
  const { order } = await ship(buyer, [{}])
  const id = await requested(order, [line({ reason: 'damaged' })], { as: buyer })
  const photo = await sharp({ create: { width: 1600, height: 800, channels: 3, background: '#884422' } })
    .withExif({ IFD0: { ImageDescription: 'taken at home' } })
    .jpeg()
    .toBuffer()
  const add = (as: TestUser, content: Buffer = photo) =>
    send({ method: 'POST', url: `/api/returns/${id}/photos`, as, ...multipart('image', content) })
  assert.equal((await add(stranger)).status, 404)
  assert.equal((await add(viewer)).status, 403)
  const refused: [what: string, content: Buffer, status: number][] = [
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 415],
    ['a program', Buffer.from('MZ\u0090\u0000\u0003', 'latin1'), 415],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), 415],
    ['a PDF', Buffer.from('%PDF-1.7'), 415],
    ['half a photo', photo.subarray(0, photo.length / 2), 415],
    ['nothing', Buffer.alloc(0), 400],
    ['6 MB', Buffer.concat([photo, Buffer.alloc(6 * 1024 * 1024)]), 413],
  ]
  for (const [what, content, status] of refused) assert.equal((await add(buyer, content)).status, status, what)
  assert.deepEqual((await read(id, buyer)).photos, [])
  for (let count = 0; count < 6; count++) assert.equal((await add(buyer)).status, 201)
  assert.equal((await add(buyer)).status, 409)
  const { photos } = await read(id, buyer)
  assert.equal(photos.length, 6)
  const url = `/api/returns/${id}/files/${photos[0] ?? ''}`
  const { raw } = await send({ method: 'GET', url, as: colleague })
  const { format, width, exif } = await sharp(raw.rawPayload).metadata()
  assert.deepEqual([format, width, exif], ['webp', 960, undefined])
  assert.equal((await send({ method: 'GET', url, as: stranger })).status, 404)
  assert.equal((await send({ method: 'GET', url })).status, 401)
})

test('answers are prepared once, and a stale edit is refused', async () => {
  const body = { kind: 'refuse', title: 'Opened', words: 'Opened goods can’t be returned.' } as const
  assert.equal((await call(returns.addTemplate, { body, as: buyer })).status, 403)
  assert.equal((await call(returns.addTemplate, { body, as: admin })).status, 201)
  assert.equal((await call(returns.addTemplate, { body: { ...body, title: 'OPENED' }, as: admin })).status, 409)
  const [template] = (await call(returns.templates, { as: admin })).body
  assert.ok(template)
  const edit = { ...body, words: 'No.', __v: template.__v }
  const params = { id: template._id }
  assert.equal((await call(returns.changeTemplate, { params, body: edit, as: admin })).status, 200)
  assert.equal((await call(returns.changeTemplate, { params, body: edit, as: admin })).status, 409)
  const query = { __v: template.__v + 1 }
  assert.equal((await call(returns.removeTemplate, { params, query, as: admin })).status, 200)
  assert.deepEqual((await call(returns.templates, { as: admin })).body, [])
})

test('the work list filters by state, desk, number, order and account', async () => {
  const { order } = await ship(stranger, [{ dea_schedule: 'CV' }], { erp_id: '799001' })
  const id = await requested(order, [line()], { as: stranger })
  const { number } = await read(id, admin)
  const found = async (query: object) => {
    const { body } = await call(returns.desk, { query, as: admin })
    return body.rows.some(({ _id }) => _id === id)
  }
  for (const query of [
    {},
    { state: 'requested' },
    { desk: 'compliance' },
    { q: `rma-${number}` },
    { q: String(number) },
    { q: '799001' },
    { q: '2000002' },
  ])
    assert.equal(await found(query), true, JSON.stringify(query))
  for (const query of [{ state: 'credited' }, { desk: 'recall' }, { q: '1000001' }, { q: '%' }, { q: 'RMA-1' }])
    assert.equal(await found(query), false, JSON.stringify(query))
})

test('a new request is emailed to its desk and counted until it is answered', async () => {
  const waiting = async () => (await call(returns.waiting, { as: admin })).body.count
  const before = await waiting()
  const { order } = await ship(buyer, [{}])
  const id = await requested(order, [line()], { as: buyer })
  assert.equal(await waiting(), before + 1)
  const { number, __v } = await read(id, admin)
  const desk = await db
    .selectFrom('mail')
    .select('recipient')
    .where('subject', 'like', `%${number}%(Returns)`)
    .execute()
  assert.deepEqual(desk, [{ recipient: portal.config.CONTACT_EMAIL || admin.email }])
  assert.equal((await call(returns.waiting, { as: buyer })).status, 403)
  assert.equal(
    (await call(returns.authorize, { params: { id }, body: { __v, answer: 'Ship to dock 4.' }, as: admin })).status,
    200,
  )
  assert.equal(await waiting(), before)
})
