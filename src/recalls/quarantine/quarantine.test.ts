import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onHoldByWholesaler } from '#catalog/order-quantity.ts'
import { carts, quickOrder } from '#cart/contract.ts'
import { placing } from '#orders/checkout/testing-placement.ts'
import { orders } from '#orders/contract.ts'
import { licenses } from '#compliance/licenses/contract.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { suspectCases } from './contract.ts'

const portal = await startTestPortal()
const { db } = portal
const { addProduct, codeFor, orderOf } = placing(portal)
const admin = await portal.addUser({ is_admin: true, account_number: '' })
const director = await portal.addUser({ is_admin: true, is_read_only: true, account_number: '' })
const buyer = await portal.addUser({ company_name: 'Acme Pharmacy' })

const caseOf = (productId: string, more: object = {}) => ({
  productId,
  lots: [],
  serials: [],
  reason: 'The seal was broken.',
  soldSince: portal.day(-30),
  ...more,
})
const open = async (productId: string, more: object = {}) => {
  const { status, body } = await portal.call(suspectCases.open, { body: caseOf(productId, more), as: admin })
  assert.equal(status, 201, body.message)
  return body._id
}
const read = async (id: string) => (await portal.call(suspectCases.byId, { params: { id }, as: admin })).body
const conclude = (id: string, outcome: 'cleared' | 'illegitimate', __v = 1) =>
  portal.call(suspectCases.conclude, {
    params: { id },
    body: { __v, outcome, conclusion: 'The manufacturer checked the package.' },
    as: admin,
  })
const place = async (ids: string[], as: TestUser = buyer) =>
  portal.call(orders.place, {
    body: orderOf(
      ids.map((_id) => ({ _id, quantity: 1 })),
      await codeFor(as),
    ),
    as,
  })
const placed = async (ids: string[]) => {
  const { status, body } = await place(ids)
  assert.equal(status, 201, body.message)
  return body.order._id
}
const stateOf = async (id: string) => {
  const { body } = await portal.call(orders.byId, { params: { id }, as: buyer })
  return [body.handOver, body.holdReason]
}
interface Reply {
  body: { orderItems: { _id: string }[]; splitOff?: string | undefined }
}
const trailOf = async (id: string) =>
  (await db.selectFrom('audit_entry').select('action').where('entity_id', '=', id).orderBy('id').execute()).map(
    ({ action }) => action,
  )
const exportsOf = async (id: string) =>
  (await db.selectFrom('job').select('id').where('kind', '=', 'erp.export-order').where('key', '=', id).execute())
    .length

test('a product under suspicion is refused in cart, quick order and order, without an accusation', async () => {
  const [suspect, other] = [await addProduct(), await addProduct()]
  await portal.call(carts.change, { body: { lines: [{ _id: suspect, quantity: 1 }] }, as: buyer })
  const id = await open(suspect)
  const { body: cart } = await portal.call(carts.read, { as: buyer })
  assert.deepEqual(
    cart.lines.map(({ isOnHold }) => isOnHold),
    [true],
  )
  const code = 'SUSPECT-1'
  await db.updateTable('product').set({ ndc_number: code }).where('id', '=', suspect).execute()
  const { body: checked } = await portal.call(quickOrder.check, { body: { lines: [{ code, quantity: 1 }] }, as: buyer })
  assert.deepEqual(
    checked.lines.map(({ reason, available }) => [reason, available]),
    [[onHoldByWholesaler, 0]],
  )
  const refused = await place([suspect, other])
  assert.equal(refused.status, 409)
  assert.deepEqual(
    refused.raw
      .json<{ notSupplied: { _id: string; reason: string }[] }>()
      .notSupplied.map(({ _id, reason }) => [_id, reason]),
    [[suspect, onHoldByWholesaler]],
  )
  await placed([other])
  assert.equal((await conclude(id, 'cleared')).status, 200)
  await placed([suspect])
})

test('lines of a case wait in an order of their own, and go on once when the last case is cleared', async () => {
  const [suspect, other] = [await addProduct({ price: 4 }), await addProduct({ price: 3 })]
  const [order, untouched] = [await placed([suspect, other]), await placed([other])]
  const [first, second] = [await open(suspect), await open(suspect)]
  const rest = (await portal.call(orders.byId, { params: { id: order }, as: buyer })).body
  const part = (await portal.call(orders.byId, { params: { id: rest.splitOff ?? '' }, as: buyer })).body
  assert.deepEqual(
    [rest, part].map((one) => [one.handOver, one.holdReason, one.totalPrice, one.orderItems.map(({ _id }) => _id)]),
    [
      ['waiting', null, 3, [other]],
      ['held', onHoldByWholesaler, 4, [suspect]],
    ],
  )
  assert.deepEqual([part.splitFrom, part.createdAt], [order, rest.createdAt])
  assert.deepEqual(await stateOf(untouched), ['waiting', null])
  assert.equal((await read(first)).ordersOnHold, 1)
  await conclude(first, 'cleared')
  assert.equal((await stateOf(part._id))[0], 'held')
  const answers = await Promise.all([conclude(second, 'cleared'), conclude(second, 'cleared')])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
  assert.deepEqual(await stateOf(part._id), ['waiting', null])
  assert.deepEqual([await exportsOf(order), await exportsOf(part._id)], [1, 1])
  assert.deepEqual(await trailOf(order), ['order placed', 'order split'])
  assert.deepEqual(await trailOf(part._id), ['order split off', 'order put on hold', 'order released'])
})

test('a license that expired while an order waited keeps it on hold until it is renewed', async () => {
  const suspect = await addProduct()
  const order = await placed([suspect])
  const id = await open(suspect)
  const expiring = async (day: string) =>
    db.updateTable('license').set({ expires_on: day }).where('business_id', '=', buyer.businessId).execute()
  await expiring(portal.day(-1))
  await conclude(id, 'cleared')
  assert.deepEqual(await stateOf(order), ['held', 'The license has expired.'])
  assert.deepEqual((await trailOf(order)).slice(-1), ['hold ended'])
  await expiring(portal.day(90))
  const [license] = (await portal.call(licenses.list, { query: { forUser: buyer._id }, as: admin })).body
  const { _id: licenseId = '', __v = 0, number = '' } = license ?? {}
  const renewed = { kind: 'state' as const, state: 'MA', number: number || 'PH-1', expiresOn: portal.day(90) }
  await portal.call(licenses.change, { params: { id: licenseId }, body: { __v, license: renewed }, as: admin })
  assert.deepEqual([...(await stateOf(order)), await exportsOf(order)], ['waiting', null, 1])
})

test('an order of suspect products only waits as a whole, and is parted when one of them is cleared', async () => {
  const [suspect, other] = [await addProduct(), await addProduct()]
  const order = await placed([suspect, other])
  const cases = await Promise.all([open(suspect), open(other)])
  const parts = async () => {
    const one = (await portal.call(orders.byId, { params: { id: order }, as: buyer })).body
    const off = one.splitOff && (await portal.call(orders.byId, { params: { id: one.splitOff }, as: buyer })).body
    return [one, ...(off ? [off] : [])].flatMap(({ handOver, orderItems }) =>
      orderItems.map(({ _id }) => [_id === suspect ? 'suspect' : 'other', handOver]),
    )
  }
  assert.deepEqual(
    (await parts()).map(([, handOver]) => handOver),
    ['held', 'held'],
  )
  await conclude(cases[1] ?? '', 'cleared')
  assert.deepEqual((await parts()).toSorted(), [
    ['other', 'waiting'],
    ['suspect', 'held'],
  ])
  await conclude(cases[0] ?? '', 'cleared')
  assert.deepEqual(
    (await parts()).map(([, handOver]) => handOver),
    ['waiting', 'waiting'],
  )
})

test('a part comes before the parts split off earlier, with its stock', async () => {
  const ids = [await addProduct(), await addProduct(), await addProduct()]
  const order = await placed(ids)
  await open(ids[0] ?? '')
  await open(ids[1] ?? '')
  const chain: string[][] = []
  let next: string | undefined = order
  while (next !== undefined) {
    const part: Reply = await portal.call(orders.byId, { params: { id: next }, as: buyer })
    chain.push(part.body.orderItems.map(({ _id }) => _id))
    next = part.body.splitOff
  }
  assert.deepEqual(chain, [[ids[2]], [ids[1]], [ids[0]]])
  const last = (await portal.call(orders.byId, { params: { id: order }, as: buyer })).body.splitOff ?? ''
  const { status } = await portal.call(orders.remove, { params: { id: last }, query: { reason: 'Recall' }, as: admin })
  assert.equal(status, 200)
  const stock = await db.selectFrom('product').select(['id', 'count_in_stock']).where('id', 'in', ids).execute()
  assert.deepEqual(
    ids.map((id) => stock.find((one) => one.id === id)?.count_in_stock),
    [99, 100, 99],
  )
})

test('an order that is paid waits as a whole', async () => {
  const [suspect, other] = [await addProduct(), await addProduct()]
  const order = await placed([suspect, other])
  await db.updateTable('sales_order').set({ is_paid: true, paid_at: new Date() }).where('id', '=', order).execute()
  const id = await open(suspect)
  assert.deepEqual(await stateOf(order), ['held', onHoldByWholesaler])
  await conclude(id, 'cleared')
  assert.deepEqual(await stateOf(order), ['waiting', null])
})

test('a part inherits a license hold, and loses it with its order', async () => {
  const [suspect, other] = [await addProduct(), await addProduct()]
  const order = await placed([suspect, other])
  await db.updateTable('sales_order').set({ erp_state: 'held' }).where('id', '=', order).execute()
  await db
    .insertInto('order_hold')
    .values({ id: crypto.randomUUID(), order_id: order, kind: 'license', reason: 'The license has expired.' })
    .execute()
  await open(suspect)
  // The license is not needed in this portal, so only the case holds the part.
  const { body } = await portal.call(orders.byId, { params: { id: order }, as: buyer })
  assert.deepEqual([body.handOver, body.holdReason], ['waiting', null])
  assert.deepEqual(await stateOf(body.splitOff ?? ''), ['held', onHoldByWholesaler])
})

test('another hold of the order stays when the case is cleared', async () => {
  const suspect = await addProduct()
  const order = await placed([suspect])
  const id = await open(suspect)
  await db
    .insertInto('order_hold')
    .values({ id: crypto.randomUUID(), order_id: order, kind: 'review', reason: 'Under review.' })
    .execute()
  await conclude(id, 'cleared')
  assert.deepEqual(await stateOf(order), ['held', 'Under review.'])
})

test('open pieces that the ERP has are on the work list of the case, and every admin is emailed to stop them', async () => {
  const suspect = await addProduct({ name: 'Stopinol 5 mg', ndc_number: '51111-0001-01' })
  const { status, body } = await portal.call(orders.place, {
    body: orderOf([{ _id: suspect, quantity: 10 }], await codeFor(buyer)),
    as: buyer,
  })
  assert.equal(status, 201, body.message)
  const order = body.order._id
  await db.updateTable('sales_order').set({ erp_state: 'linked', erp_id: '77001' }).where('id', '=', order).execute()
  const id = await open(suspect)
  assert.equal((await stateOf(order))[0], 'linked')
  const listed = async () =>
    (await read(id)).sentOrders.map((one) => [one.orderIdSap, one.customer, one.quantity, one.backordered])
  assert.deepEqual(await listed(), [['77001', 'Acme Pharmacy', 10, 0]])
  const alerts = await db.selectFrom('erp_exception').select('message').where('message', 'like', 'Stopinol%').execute()
  assert.deepEqual(
    alerts.map(({ message }) => message),
    ['Stopinol 5 mg is on hold. Orders that the ERP has already must be stopped there: 77001.'],
  )
  await db
    .updateTable('order_line')
    .set({
      erp_schedule: JSON.stringify({
        unit: '',
        requestedOn: '2026-11-01',
        confirmed: [
          { quantity: 4, on: '2026-11-01' },
          { quantity: 6, on: '2026-12-01' },
        ],
      }),
    })
    .where('order_id', '=', order)
    .execute()
  await db
    .insertInto('delivery')
    .values({
      object_id: 'stop-1',
      erp_id: '88001',
      changed_at: new Date(),
      is_shipped: true,
      shipped_at: new Date(),
      order_erp_ids: ['77001'],
      items: JSON.stringify([{ orderId: '77001', orderItem: '10', productId: '51111-001-01', quantity: 4, unit: '' }]),
    })
    .execute()
  await db.updateTable('sales_order').set({ tracking_code: '1Z' }).where('id', '=', order).execute()
  assert.deepEqual(await listed(), [['77001', 'Acme Pharmacy', 6, 6]])
  await db.deleteFrom('delivery').where('object_id', '=', 'stop-1').execute()
  assert.deepEqual(await listed(), [])
})

test('orders placed while a case opens either see it or wait for it', async () => {
  const suspect = await addProduct()
  const codes = [await codeFor(buyer), '']
  const [answer] = await Promise.all([
    portal.call(orders.place, { body: orderOf([{ _id: suspect, quantity: 1 }], codes[0] ?? ''), as: buyer }),
    open(suspect),
  ])
  if (answer.status === 201) assert.equal((await stateOf(answer.body.order._id))[0], 'held')
  else assert.equal(answer.status, 409)
})

test('with known lots sales may go on, and stopping them is a choice', async () => {
  const product = await addProduct()
  await open(product, { lots: ['A1'], stopsSales: false })
  await placed([product])
  for (const more of [
    { stopsSales: false },
    { lots: [''] },
    { reason: ' ' },
    { soldSince: 'yesterday' },
    { lots: ['x'.repeat(41)] },
  ])
    assert.equal((await portal.call(suspectCases.open, { body: caseOf(product, more), as: admin })).status, 400)
  const unknown = caseOf(crypto.randomUUID())
  assert.equal((await portal.call(suspectCases.open, { body: unknown, as: admin })).status, 400)
})

test('illegitimate product stays on hold, its buyers are notified once, and of the end of the notice', async () => {
  const suspect = await addProduct({ name: 'Suspectol 5 mg', dea_schedule: 'CIV', cold_status: 'Frozen' })
  const order = await placed([suspect])
  await db.updateTable('sales_order').set({ erp_state: 'linked' }).where('id', '=', order).execute()
  const id = await open(suspect)
  assert.equal((await conclude(id, 'illegitimate')).status, 200)
  await portal.worker.drain()
  const mails = async () =>
    (
      await db
        .selectFrom('mail')
        .select('subject')
        .where('recipient', '=', buyer.email)
        .where('subject', 'like', '%Suspectol%')
        .orderBy('created_at')
        .execute()
    ).map(({ subject }) => subject)
  assert.deepEqual(await mails(), ['URGENT: ILLEGITIMATE PRODUCT – Suspectol 5 mg'])
  const { notices, noticeDue, concludedAt, state, __v } = await read(id)
  assert.deepEqual(
    [state, notices.map(({ turn, recipients, queued }) => [turn, recipients, queued])],
    ['illegitimate', [['illegitimate', 1, 1]]],
  )
  assert.equal(Date.parse(noticeDue ?? '') - Date.parse(concludedAt ?? ''), 86_400_000)
  assert.equal((await place([suspect])).status, 409)
  const end = (fdaReference: string, v = __v) =>
    portal.call(suspectCases.end, { params: { id }, body: { __v: v, fdaReference }, as: admin })
  assert.equal((await end('')).status, 400)
  assert.equal((await end('FDA-1', __v - 1)).status, 409)
  assert.equal((await end('FDA-1')).status, 200)
  assert.equal((await end('FDA-1', __v + 1)).status, 409)
  await portal.worker.drain()
  assert.equal((await mails()).length, 2)
  await placed([suspect])
  const facts = await portal.send({ method: 'GET', url: `/api/suspect-cases/${id}/facts`, as: admin })
  assert.match(facts.raw.body, /FDA incident number,FDA-1\r\n/)
  assert.match(facts.raw.body, /\r\nDEA schedule,CIV\r\nStorage,Frozen\r\n/)
  const file = await portal.send({ method: 'GET', url: `/api/suspect-cases/${id}/recipients`, as: admin })
  assert.match(file.raw.body, /Acme Pharmacy/)
})

test('only admins see cases; directors read them and change nothing', async () => {
  const product = await addProduct()
  const id = await open(product)
  const note = (as: TestUser, text = 'Called the manufacturer.') =>
    portal.call(suspectCases.addNote, { params: { id }, body: { text }, as })
  assert.equal((await note(director)).status, 403)
  assert.equal((await note(admin, ' ')).status, 400)
  assert.equal((await note(admin)).status, 200)
  assert.deepEqual(
    (await read(id)).notes.map(({ text }) => text),
    ['Called the manufacturer.'],
  )
  assert.equal((await portal.call(suspectCases.list, { query: {}, as: director })).status, 200)
  assert.equal((await portal.call(suspectCases.list, { query: {}, as: buyer })).status, 403)
  assert.equal((await portal.call(suspectCases.open, { body: caseOf(product), as: buyer })).status, 403)
  assert.equal((await portal.call(suspectCases.byId, { params: { id: crypto.randomUUID() }, as: admin })).status, 404)
})

const pdf = Buffer.from('%PDF-1.7 a letter')
const sendFile = (as: TestUser, id: string, { content = pdf, key = '' }: { content?: Buffer; key?: string } = {}) => {
  const head = '--edge\r\ncontent-disposition: form-data; name="file"; filename="let\u0007ter.pdf"\r\n\r\n'
  return portal.send({
    method: 'POST',
    url: `/api/suspect-cases/${id}/files`,
    as,
    headers: { 'content-type': 'multipart/form-data; boundary=edge', ...(key && { 'idempotency-key': key }) },
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--edge--\r\n')]),
  })
}
const fileFrom = (as: TestUser | null, id: string, file: unknown) =>
  portal.send({ method: 'GET', url: `/api/suspect-cases/${id}/files/${String(file)}`, as })

test('files of a case are kept as they came, for admins only', async () => {
  const [id, other] = [await open(await addProduct()), await open(await addProduct())]
  const key = crypto.randomUUID()
  const [first, again] = [await sendFile(admin, id, { key }), await sendFile(admin, id, { key })]
  assert.deepEqual([first.status, again.status, again.body['_id']], [201, 201, first.body['_id']])
  const { files } = await read(id)
  assert.deepEqual(
    files.map(({ name }) => name),
    ['letter.pdf'],
  )
  for (const reader of [admin, director]) {
    const { raw } = await fileFrom(reader, id, first.body['_id'])
    assert.deepEqual([raw.statusCode, raw.rawPayload], [200, pdf])
    assert.equal(raw.headers['cache-control'], 'no-store')
    assert.match(String(raw.headers['content-disposition']), /^attachment/)
  }
  assert.equal((await fileFrom(admin, other, first.body['_id'])).status, 404)
  assert.equal((await fileFrom(buyer, id, first.body['_id'])).status, 403)
  assert.equal((await fileFrom(null, id, first.body['_id'])).status, 401)
  assert.deepEqual(
    [
      (await sendFile(director, id)).status,
      (await sendFile(buyer, id)).status,
      (await sendFile(admin, crypto.randomUUID())).status,
      (await sendFile(admin, id, { content: Buffer.from('<svg/>') })).status,
      (await sendFile(admin, id, { content: Buffer.concat([pdf, Buffer.alloc(5 * 1024 * 1024)]) })).status,
    ],
    [403, 403, 404, 415, 413],
  )
  await assert.rejects(db.deleteFrom('suspect_file').where('case_id', '=', id).execute(), /deleted only by the purge/)
  assert.ok((await trailOf(id)).includes('case file added'))
})
